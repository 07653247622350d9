import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { killServer } from '../chaos/inflict.ts';
import { statusOf } from '../load/client.ts';
import type { LinkState } from '../system/link.ts';
import { LINKS, type LinkName } from '../system/replica.ts';
import type { Check, Scene } from './check.ts';
import { succeeded } from './expect.ts';

/** Number of answers by status. */
type Answers = ReadonlyMap<number, number>;

/** How soon after an outage the same user must be served again. */
const SERVED_WITHIN_MS = 5_000;

const down =
  (server: LinkName, lastsMs: number) =>
  ({ parts, stage }: Scene) =>
    killServer(server, lastsMs, parts, stage.planted);

const linksAre =
  (links: readonly LinkName[], state: LinkState, lastsMs: number) =>
  async ({ stage: { system, planted } }: Scene) => {
    const setAll = (next: LinkState) => {
      for (const replica of system.replicas) for (const link of links) replica.setLink(link, next);
    };
    if (state.is === 'full') planted.workerFaults += 4;
    setAll(state);
    await sleep(lastsMs);
    setAll({ is: 'open' });
  };

const OUTAGES: readonly (Omit<Check, 'run'> & {
  readonly outage: (scene: Scene) => Promise<void>;
  readonly expect?: (answers: Answers) => void;
})[] = [
  { id: 'postgres-down', name: 'Postgres is killed and down for 3 s', outage: down('postgres', 3_000) },
  { id: 'nats-down', name: 'NATS is killed and down for 10 s', outage: down('nats', 10_000) },
  { id: 'store-down', name: 'the object store is down for 10 s', outage: down('store', 10_000) },
  {
    id: 'store-full',
    name: 'the object store answers every write with 507 for 5 s',
    outage: linksAre(['store'], { is: 'full' }, 5_000),
    expect: (answers) => assert(answers.has(503), 'no request was answered 503'),
  },
  {
    id: 'slow',
    name: 'every link is 60 ms slow for 6 s: slower, and no error',
    outage: linksAre(LINKS, { is: 'slow', ms: 60 }, 6_000),
    expect: (answers) => assert.deepEqual([...answers.keys()], [200]),
  },
];

/** Guarantees while a server is down or full: an immediate 503, nothing counted, and recovery afterwards. */
export const outageChecks: Check[] = OUTAGES.map(({ id, name, outage, expect }) => ({
  id,
  name,
  async run(scene) {
    const answers = await askDuring(scene, outage);
    expect?.(answers);
    const counts = [...answers].sort(([a], [b]) => a - b).map(([status, count]) => `${count} x ${status || 'broken'}`);
    return `${counts.join(', ')}, then 200`;
  },
}));

/** Sends requests throughout an outage, and one after it. */
async function askDuring(scene: Scene, outage: (scene: Scene) => Promise<void>): Promise<Answers> {
  const { client, gateway, other } = scene;
  const answers = new Map<number, number>();
  let over = false;
  const asking = (async () => {
    for (let index = 0; !over; index++) {
      const next = index % 2 ? other : gateway;
      const status = statusOf(await (index % 3 === 2 ? client.get(next, '/usage') : client.tryOn(next)));
      answers.set(status, (answers.get(status) ?? 0) + 1);
      assert(status < 500 || status === 503 || status === 504, `was answered ${status}`);
      await sleep(250);
    }
  })();
  await outage(scene);
  over = true;
  await asking;
  await succeeded(() => client.tryOn(gateway), SERVED_WITHIN_MS);
  return answers;
}
