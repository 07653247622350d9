import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Behaviour, breaks, fails, hangs, refuses } from '@styling/fake-models';
import { statusOf } from '../load/client.ts';
import { TIMES } from '../system/system.ts';
import type { Check, Scene } from './check.ts';
import { acceptedOf, assertImages, assertRemaining, endOf, modelCalls, succeeded } from './expect.ts';
import { findWorker, loggedOf } from './find-worker.ts';

/** A try-on that waits for its model, its worker, and the pending answer. */
async function midJob({ stage, times, client, gateway }: Scene, takesMs: number) {
  const mark = times.mark({ takesMs });
  const answer = client.tryOn(gateway, { mark });
  const { data, trace } = await acceptedOf(stage, client);
  const worker = await findWorker(stage, 'tryon', trace);
  // The prediction id is saved at once; until then a crash costs a second model call.
  await sleep(300);
  stage.planted.workerFaults++;
  return { mark, answer, worker, request_id: data.request_id };
}

const KINDS: readonly [string, Behaviour, number[]][] = [
  // Perhaps created, and never sent again.
  ['500', breaks(500), [500]],
  // Sent again by later deliveries.
  ['503', breaks(503), [503, 504]],
  ['garbage', { create: 'garbage' }, [500, 503]],
  ['nothing', hangs(), [504]],
  ['failure', fails('E001'), [500, 503]],
  ['refusal', refuses(), [400, 422]],
];

/** Guarantees when a worker is slow, killed or paused, and when its model fails. */
export const workerChecks: Check[] = [
  {
    id: '9',
    name: `a job of ${4 * TIMES.ackWaitSeconds} s, four times the acknowledgement time: one model call`,
    async run({ stage, parts, times, client, gateway }) {
      const mark = times.mark({ takesMs: 4_000 * TIMES.ackWaitSeconds });
      const answer = client.tryOn(gateway, { mark });
      const { trace } = await acceptedOf(stage, client);
      assert.equal(statusOf(await answer), 200);
      assert.equal(modelCalls(parts, mark), 1);
      const resumed = await loggedOf(stage, 'tryon', trace, 'prediction resumed');
      assert.equal(resumed.length, 0, 'another worker took it over');
      return 'one worker, one model call, 200';
    },
  },
  {
    id: '10',
    name: 'kill a worker mid-job: another continues, one image, one model call',
    async run(scene) {
      const { mark, answer, worker } = await midJob(scene, 3_000);
      await worker.kill();
      assert.equal(statusOf(await answer), 200);
      assert.equal(modelCalls(scene.parts, mark), 1);
      await assertImages(scene.client, scene.gateway, 1);
      return '200, one model call, one image';
    },
  },
  {
    id: '10-outage',
    name: 'kill a worker mid-job, Postgres and the store down for 3 s: the same',
    async run(scene) {
      const { parts, stage, client, gateway } = scene;
      const { answer, worker, request_id } = await midJob(scene, 2_000);
      await Promise.all([worker.kill(), parts.postgres.kill(), parts.store.kill()]);
      await sleep(3_000);
      await Promise.all([parts.postgres.start(), parts.store.start()]);
      const end = await endOf(stage, request_id);
      assert.equal(end.data.status, 200);
      assert.equal(statusOf(await answer), 200);
      await assertImages(client, gateway, 1);
      return '200, one image';
    },
  },
  {
    id: '11',
    name: 'SIGSTOP a worker past its acknowledgement time, then SIGCONT: one owner, one image',
    async run(scene) {
      const { parts, client, gateway, other } = scene;
      const { mark, answer, worker } = await midJob(scene, 2_000);
      worker.pause();
      assert.equal(statusOf(await answer), 200);
      worker.resume();
      await sleep(3_000);
      assert.equal(modelCalls(parts, mark), 1);
      await assertImages(client, gateway, 1);
      await succeeded(() => client.get(other, '/usage'));
      return 'the other worker answered, the late one changed nothing';
    },
  },
  {
    id: '17',
    name: 'the model answers 500, 503, garbage, nothing, failure, refusal: an error, refunded but for the refusal, slot free',
    async run({ stage, times, gateway, other }) {
      const clients = await stage.newClients(KINDS.length);
      const seen = await Promise.all(
        clients.map(async (client, index) => {
          const [name, behaviour, statuses] = KINDS[index] as (typeof KINDS)[number];
          const each = index % 2 ? other : gateway;
          const status = statusOf(await client.tryOn(each, { mark: times.mark(behaviour) }));
          assert(statuses.includes(status), `${name} was answered ${status}`);
          await assertRemaining(client, each, name === 'refusal' ? 998 : 999);
          return `${name} ${status}`;
        }),
      );
      return seen.join(', ');
    },
  },
];
