import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, statusOf } from '../load/client.ts';
import type { Outcome } from '../load/journal.ts';
import type { LinkState } from '../system/link.ts';
import { LINKS } from '../system/replica.ts';
import type { Check, Scene } from './check.ts';
import { answeredWith } from './expect.ts';

/** How soon after an outage the same user must be served again. */
const SERVED_WITHIN_MS = 5_000;

/** Sends requests throughout an outage. @returns number of answers by status */
async function askDuring(scene: Scene, client: Client, outage: () => Promise<void>): Promise<Map<number, number>> {
  const answers = new Map<number, number>();
  let over = false;
  const asking = (async () => {
    for (let index = 0; !over; index++) {
      const { url } = scene.stage.system.gateways[index % 2] as { url: string };
      const outcome: Outcome = await (index % 3 === 2 ? client.get(url, '/usage') : client.tryOn(url));
      const status = statusOf(outcome);
      answers.set(status, (answers.get(status) ?? 0) + 1);
      if (status >= 500) assert.equal(status === 503 || status === 504, true, `was answered ${status}`);
      await sleep(250);
    }
  })();
  await outage();
  over = true;
  await asking;
  await answeredWith(200, () => client.tryOn(scene.stage.system.gateways[0]?.url ?? ''), SERVED_WITHIN_MS);
  return answers;
}

const inWords = (answers: Map<number, number>): string =>
  [...answers]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${count} x ${status || 'broken'}`)
    .join(', ');

async function linksAre({ stage }: Scene, links: readonly (typeof LINKS)[number][], state: LinkState, ms: number) {
  for (const replica of stage.system.replicas) for (const link of links) replica.setLink(link, state);
  await sleep(ms);
  for (const replica of stage.system.replicas) for (const link of links) replica.setLink(link, { is: 'open' });
}

/** Guarantees while a server is down or full: an immediate 503, nothing counted, and recovery afterwards. */
export const outageChecks: Check[] = [
  {
    id: 'postgres-down',
    name: 'Postgres is killed and down for 3 s',
    run: async (scene) => {
      const client = await scene.stage.newClient();
      const answers = await askDuring(scene, client, async () => {
        await scene.parts.postgres.kill();
        await sleep(3_000);
        await scene.parts.postgres.start();
      });
      return `${inWords(answers)}, then 200`;
    },
  },
  {
    id: 'nats-down',
    name: 'NATS is killed and down for 10 s',
    run: async (scene) => {
      const client = await scene.stage.newClient();
      const answers = await askDuring(scene, client, async () => {
        await scene.parts.nats.kill();
        await sleep(10_000);
        await scene.parts.nats.start();
      });
      return `${inWords(answers)}, then 200`;
    },
  },
  {
    id: 'store-down',
    name: 'the object store is down for 10 s',
    run: async (scene) => {
      const client = await scene.stage.newClient();
      scene.stage.planted.workerFaults += 4;
      const answers = await askDuring(scene, client, async () => {
        await scene.parts.store.stop();
        await sleep(10_000);
        await scene.parts.store.start();
      });
      return `${inWords(answers)}, then 200`;
    },
  },
  {
    id: 'store-full',
    name: 'the object store answers every write with 507 for 5 s',
    run: async (scene) => {
      const client = await scene.stage.newClient();
      scene.stage.planted.workerFaults += 4;
      const answers = await askDuring(scene, client, () => linksAre(scene, ['store'], { is: 'full' }, 5_000));
      assert((answers.get(503) ?? 0) > 0, 'no request was answered 503');
      return `${inWords(answers)}, then 200`;
    },
  },
  {
    id: 'slow',
    name: 'every link is 60 ms slow for 6 s: slower, and no error',
    run: async (scene) => {
      const client = await scene.stage.newClient();
      const answers = await askDuring(scene, client, () => linksAre(scene, LINKS, { is: 'slow', ms: 60 }, 6_000));
      assert.deepEqual([...answers.keys()], [200]);
      return inWords(answers);
    },
  },
];
