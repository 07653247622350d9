import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Behaviour, breaks, fails, hangs, refuses } from '@styling/fake-models';
import { type Client, nextMark, statusOf } from '../load/client.ts';
import type { Stage } from '../stage.ts';
import { TIMES } from '../system/system.ts';
import type { Check, Scene } from './check.ts';
import { acceptedOf, answeredWith, endOf, modelCalls } from './expect.ts';
import { findWorker, loggedOf } from './find-worker.ts';

/** A try-on that waits for its model, its worker, and the pending answer. */
async function midJob({ stage, times }: Scene, takesMs: number) {
  const client = await stage.newClient();
  const mark = nextMark();
  times.set(mark, { takesMs });
  const [gateway] = stage.system.gateways;
  assert(gateway);
  const answer = client.tryOn(gateway.url, { mark });
  const { data, trace } = await acceptedOf(stage, client);
  const worker = await findWorker(stage, 'tryon', trace);
  // The prediction id is saved at once; until then a crash costs a second model call.
  await sleep(300);
  stage.planted.workerFaults++;
  return { client, mark, answer, worker, request_id: data.request_id, gateway };
}

/** The client has exactly `count` images. */
async function assertImages(stage: Stage, client: Client, count: number): Promise<void> {
  const [gateway] = stage.system.gateways;
  const { body } = await answeredWith(200, () => client.get(gateway?.url ?? '', '/images'));
  assert.equal((body.images as unknown[]).length, count);
}

/** Guarantees when a worker is slow, killed or paused, and when its model fails. */
export const workerChecks: Check[] = [
  {
    id: '9',
    name: `a job of ${4 * TIMES.ackWaitSeconds} s, four times the acknowledgement time: one model call`,
    async run({ stage, parts, times }) {
      const client = await stage.newClient();
      const mark = nextMark();
      times.set(mark, { takesMs: 4_000 * TIMES.ackWaitSeconds });
      const answer = client.tryOn(stage.system.gateways[0]?.url ?? '', { mark });
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
      const { client, mark, answer, worker } = await midJob(scene, 3_000);
      await worker.kill();
      assert.equal(statusOf(await answer), 200);
      assert.equal(modelCalls(scene.parts, mark), 1);
      await assertImages(scene.stage, client, 1);
      return '200, one model call, one image';
    },
  },
  {
    id: '10-outage',
    name: 'kill a worker mid-job, Postgres and the store down for 3 s: the same',
    async run(scene) {
      const { parts, stage } = scene;
      const { client, answer, worker, request_id } = await midJob(scene, 2_000);
      await Promise.all([worker.kill(), parts.postgres.kill(), parts.store.kill()]);
      await sleep(3_000);
      await Promise.all([parts.postgres.start(), parts.store.start()]);
      const end = await endOf(stage, request_id);
      assert.equal(end.data.status, 200);
      const status = statusOf(await answer);
      assert.equal(status, 200);
      await assertImages(stage, client, 1);
      return '200, one image';
    },
  },
  {
    id: '11',
    name: 'SIGSTOP a worker past its acknowledgement time, then SIGCONT: one owner, one image',
    async run(scene) {
      const { stage, parts } = scene;
      const { client, mark, answer, worker } = await midJob(scene, 2_000);
      worker.pause();
      assert.equal(statusOf(await answer), 200);
      worker.resume();
      await sleep(3_000);
      assert.equal(modelCalls(parts, mark), 1);
      await assertImages(stage, client, 1);
      await answeredWith(200, () => client.get(stage.system.gateways[1]?.url ?? '', '/usage'));
      return 'the other worker answered, the late one changed nothing';
    },
  },
  {
    id: '17',
    name: 'the model answers 500, garbage, nothing, failure, refusal: an error, refunded, slot free',
    async run({ stage, times }) {
      const kinds: [string, Behaviour, number[]][] = [
        // Retried until the deadline.
        ['500', breaks(500), [503, 504]],
        ['garbage', { create: 'garbage' }, [500, 503]],
        ['nothing', hangs(), [504]],
        ['failure', fails('E001'), [500, 503]],
        ['refusal', refuses(), [400, 422]],
      ];
      const seen = await Promise.all(
        kinds.map(async ([name, behaviour, statuses], index) => {
          const client = await stage.newClient();
          const { url } = stage.system.gateways[index % 2] as { url: string };
          const mark = nextMark();
          times.set(mark, behaviour);
          const status = statusOf(await client.tryOn(url, { mark }));
          assert(statuses.includes(status), `${name} was answered ${status}`);
          const next = await answeredWith(200, () => client.tryOn(url));
          assert.equal(next.headers.get('x-ratelimit-remaining'), '999', `${name} was counted`);
          return `${name} ${status}`;
        }),
      );
      return seen.join(', ');
    },
  },
];
