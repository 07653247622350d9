import assert from 'node:assert/strict';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { Checks, Scene } from '../stage.ts';
import type { Replica } from '../system/replica.ts';
import { acceptedBy, endOf, eventually, succeeded } from './steps.ts';

async function startJob({ client, gateway, times }: Scene, takesMs: number, isKeyed = false) {
  const options = { mark: times.mark({ takesMs }), prefer: 'respond-async', isKeyed };
  const { status, body } = await client.tryOn(gateway, options);
  assert.equal(status, 202);
  return { options, id: String(body.job_id) };
}

/** Follows a job from behind `lastId`. @returns its states, and the status once the stream has ended whole */
function followJob({ client }: Scene, gateway: Replica, id: string, lastId?: string) {
  const events: { id: string | undefined; status: string }[] = [];
  const follow = async () => {
    const headers = { 'x-api-key': client.key, ...(lastId !== undefined && { 'last-event-id': lastId }) };
    const { status, body } = await fetch(`${gateway.url}/jobs/${id}/events`, { headers });
    const texts = body?.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
    for await (const { event, id, data } of texts ?? []) {
      if (event === 'job') events.push({ id, status: String(JSON.parse(data).status) });
    }
    return status;
  };
  return { events, ended: follow().catch(() => 'cut') };
}

/** Guarantees to a client that received 202. */
export const jobChecks: Checks = {
  'job-everything: kill gateway, worker and projectors after 202: the job ends once, a retry with its key is the same job':
    async (scene) => {
      const { planted, system, client, gateway, other } = scene;
      const { id, options } = await startJob(scene, 2_500, true);
      const again = await client.tryOn(other, options);
      assert.deepEqual([again.status, again.body.job_id], [202, id]);
      planted.workerFaults += system.of('tryon').length;
      const killed = [gateway, ...system.of('tryon'), ...system.of('jobs')];
      for (const replica of killed) await replica.kill();
      for (const replica of killed) await replica.launch();
      await Promise.all(killed.map((replica) => replica.ready()));
      const end = await endOf(scene, id);
      const response = await eventually('response', async () => {
        const answer = await client.get(other, `/jobs/${id}/response`);
        return ![0, 202, 503].includes(answer.status) && answer;
      });
      assert.equal(response.status, end);
      // On a slow machine the processes are back only behind the deadline.
      if (response.status === 504) return `${killed.length} processes killed for longer than the deadline: 504`;
      const replayed = await succeeded(() => client.tryOn(gateway, options));
      assert.deepEqual([response.status, replayed.body], [200, response.body]);
      assert.equal(acceptedBy(scene).length, 1);
      return `${killed.length} processes killed, one request, one answer`;
    },
  'job-events: kill the gateway of an event stream: the client connects to another and misses no state': async (
    scene,
  ) => {
    const { gateway, other } = scene;
    const { id } = await startJob(scene, 3_000);
    const first = followJob(scene, gateway, id);
    await eventually('first state', async () => first.events.length > 0);
    await gateway.kill();
    assert.equal(await first.ended, 'cut', 'the stream had ended');
    const second = followJob(scene, other, id, first.events.at(-1)?.id);
    assert.equal(await second.ended, 200);
    const states = [...new Set([...first.events, ...second.events].map(({ status }) => status))];
    assert.equal(states.at(-1), 'succeeded');
    assert(states.includes('running'), `only ${states}`);
    const done = followJob(scene, other, id, second.events.at(-1)?.id);
    assert.equal(await done.ended, 204);
    return states.join(', ');
  },
};
