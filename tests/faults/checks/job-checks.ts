import assert from 'node:assert/strict';
import { eventually } from '../eventually.ts';
import { retryKey, statusOf } from '../load/client.ts';
import { type FollowedJob, followJob } from '../load/follow-job.ts';
import type { Answer } from '../load/journal.ts';
import type { Check, Scene } from './check.ts';
import { acceptedOf, endOf, modelCalls, succeeded } from './expect.ts';

const PREFER = 'respond-async';

/** Sends a try-on that takes so long, and returns its job. */
async function startJob({ client, gateway, times }: Scene, takesMs: number, idempotent = false) {
  const mark = times.mark({ takesMs });
  const options = { mark, prefer: PREFER, ...(idempotent && { idempotencyKey: retryKey(mark) }) };
  const response = await client.tryOn(gateway, options);
  assert(response.kind === 'answered', 'no answer');
  assert.equal(response.status, 202);
  return { mark, options, id: String(response.body.job_id) };
}

/** The response of a job, once it has one. */
const responseOf = ({ client, other }: Scene, id: string): Promise<Answer> =>
  succeeded(() => client.get(other, `/jobs/${id}/response`), 40_000);

const statesOf = ({ events }: FollowedJob): string[] => [...new Set(events.map(({ status }) => status))];

/** Guarantees to a client that received 202. */
export const jobChecks: Check[] = [
  {
    id: 'job-gateway',
    name: 'kill the gateway that answered 202: the job ends, another one returns its response, the slot frees',
    async run(scene) {
      const { client, gateway, other } = scene;
      const { id, mark } = await startJob(scene, 3_000);
      await gateway.kill();
      assert.equal(statusOf(await client.tryOn(other)), 429);
      const waited = await client.get(other, `/jobs/${id}?wait=20`);
      assert(waited.kind === 'answered' && waited.status === 200, 'the job was not found');
      const { body } = await responseOf(scene, id);
      await succeeded(() => client.get(other, `/images/${body.image_id}`));
      await succeeded(() => client.tryOn(other));
      await gateway.start();
      assert.equal(modelCalls(scene.parts, mark), 1);
      return 'one model call, its response from the other gateway, next request 200';
    },
  },
  {
    id: 'job-everything',
    name: 'kill gateway, worker and projectors after 202: the job ends once, and a retry with its key is the same job',
    async run(scene) {
      const { stage, client, gateway, other } = scene;
      const { id, options } = await startJob(scene, 2_500, true);
      const again = await client.tryOn(other, options);
      assert(again.kind === 'answered', 'no answer');
      assert.deepEqual([again.status, again.body.job_id], [202, id]);
      stage.planted.workerFaults += stage.system.of('tryon').length;
      const killed = [gateway, ...stage.system.of('tryon'), ...stage.system.of('jobs')];
      for (const replica of killed) await replica.kill();
      for (const replica of killed) await replica.launch();
      await Promise.all(killed.map((replica) => replica.ready()));
      const { data: end } = await endOf(stage, id);
      const response = await eventually('response', async () => {
        const outcome = await client.get(other, `/jobs/${id}/response`);
        return outcome.kind === 'answered' && outcome.status !== 202 && outcome.status !== 503 && outcome;
      });
      assert.equal(response.status, end.status);
      // On a slow machine the processes are back only behind the deadline.
      if (response.status === 504) return `${killed.length} processes killed for longer than the deadline: 504`;
      const replayed = await succeeded(() => client.tryOn(gateway, options));
      assert.deepEqual([response.status, replayed.body], [200, response.body]);
      const accepted = [...stage.observer.messages.values()].filter(
        ({ type, data }) => type === 'request.accepted' && data.user_id === client.user,
      );
      assert.equal(accepted.length, 1);
      return `${killed.length} processes killed, one request, one answer`;
    },
  },
  {
    id: 'job-other',
    name: 'long poll at another gateway while the projectors of jobs are killed: answered at the next look',
    async run(scene) {
      const { stage, client, other } = scene;
      const { id } = await startJob(scene, 2_000);
      await acceptedOf(stage, client);
      const polled = (async () => {
        for (;;) {
          const outcome = await client.get(other, `/jobs/${id}?wait=25`);
          if (outcome.kind === 'answered' && outcome.status === 200 && outcome.body.completed_at) return outcome.body;
        }
      })();
      for (const replica of stage.system.of('jobs')) {
        await replica.kill();
        await replica.start();
      }
      const body = await eventually('end of the long poll', () => polled, 60_000);
      assert.equal(body.status, 'succeeded');
      return 'succeeded';
    },
  },
  {
    id: 'job-events',
    name: 'kill the gateway of an event stream: the client connects to another and misses no state',
    async run(scene) {
      const { client, gateway, other } = scene;
      const { id } = await startJob(scene, 3_000);
      const first = followJob(gateway.url, client.key, id);
      await eventually('first state', async () => first.events.length > 0);
      await gateway.kill();
      assert.equal((await first.ended).isWhole, false, 'the stream had ended');
      const last = first.events.at(-1);
      const second = followJob(other.url, client.key, id, last?.id);
      assert.equal((await second.ended).isWhole, true, 'the stream was cut');
      const states = [...new Set([...statesOf(first), ...statesOf(second)])];
      assert.equal(states.at(-1), 'succeeded');
      assert(states.includes('running'), `only ${states}`);
      const done = followJob(other.url, client.key, id, second.events.at(-1)?.id);
      assert.equal((await done.ended).status, 204);
      await gateway.start();
      return states.join(', ');
    },
  },
];
