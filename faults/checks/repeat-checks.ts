import assert from 'node:assert/strict';
import { waitUntil } from '@styling/local-servers';
import { type Client, nextMark, type PostOptions, retryKey, statusOf } from '../load/client.ts';
import type { Outcome } from '../load/journal.ts';
import type { Stage } from '../stage.ts';
import { TIMES } from '../system/system.ts';
import type { Check, Scene } from './check.ts';
import { acceptedOf, answeredWith, modelCalls } from './expect.ts';

/** A request to be retried: its mark and its key. */
function repeatable({ times }: Scene, takesMs: number): PostOptions & { readonly mark: string } {
  const mark = nextMark();
  times.set(mark, { takesMs });
  return { mark, idempotencyKey: retryKey(mark) };
}

const isReplay = (outcome: Outcome): boolean =>
  outcome.kind === 'answered' && outcome.headers.get('idempotent-replayed') === 'true';
const bodyOf = (outcome: Outcome): unknown => (outcome.kind === 'answered' ? outcome.body : undefined);
const acceptedBy = ({ observer }: Stage, { user }: Client): number =>
  [...observer.messages.values()].filter(({ type, data }) => type === 'request.accepted' && data.user_id === user)
    .length;

/** Longer than a request that only the sweep ends. */
const SWEPT_WITHIN_MS = 1000 * (TIMES.requestTimeoutSeconds + 2 * TIMES.sweepGraceSeconds + 10);

/** Guarantees to clients that retry a request with its `Idempotency-Key`. */
export const repeatChecks: Check[] = [
  {
    id: '18',
    name: 'Idempotency-Key, retried, in parallel, with another body: one event, one model call, one answer',
    async run(scene) {
      const { stage, parts } = scene;
      const client = await stage.newClient();
      const options = repeatable(scene, 1_500);
      const [one, other] = stage.system.gateways;
      assert(one && other);
      const urls = Array.from({ length: 20 }, (_, index) => (index % 2 ? one.url : other.url));
      const parallel = await Promise.all(urls.map((url) => client.tryOn(url, options)));
      const answers = parallel.filter((outcome) => statusOf(outcome) !== 429);
      const [first] = answers.filter((outcome) => !isReplay(outcome));
      assert(first && answers.filter((outcome) => !isReplay(outcome)).length === 1, 'not exactly one was processed');
      for (const url of [one.url, other.url]) answers.push(await client.tryOn(url, options));
      assert(answers.slice(-2).every(isReplay), 'a retry was not marked as a replay');
      for (const outcome of answers) assert.deepEqual([statusOf(outcome), bodyOf(outcome)], [200, bodyOf(first)]);
      const changed = await client.tryOn(one.url, { ...options, body: { clothing_description: 'something else' } });
      assert.equal(statusOf(changed), 400);
      assert.deepEqual([acceptedBy(stage, client), modelCalls(parts, options.mark)], [1, 1]);
      return `${answers.length} of 22 received the same answer, the rest 429; another body 400`;
    },
  },
  {
    id: '18-gateway',
    name: 'kill the gateway of a request with a key: the retry is 429 until it has ended, then receives its answer',
    async run(scene) {
      const { stage, parts } = scene;
      const client = await stage.newClient();
      const options = repeatable(scene, 3_000);
      const [doomed, other] = stage.system.gateways;
      assert(doomed && other);
      const answer = client.generate(doomed.url, options);
      await acceptedOf(stage, client);
      await doomed.kill();
      assert.equal((await answer).kind, 'broken');
      assert.equal(statusOf(await client.generate(other.url, options)), 429);
      const retried = await answeredWith(200, () => client.generate(other.url, options));
      assert(isReplay(retried) && retried.body.image_base64, 'no picture');
      await doomed.start();
      const again = await client.generate(doomed.url, options);
      assert.deepEqual([isReplay(again), bodyOf(again)], [true, retried.body]);
      assert.deepEqual([acceptedBy(stage, client), modelCalls(parts, options.mark)], [1, 1]);
      return 'one model call, its picture answered by both gateways';
    },
  },
  {
    id: '18-unsaid',
    name: 'kill the gateway of a request with a key before it is published: the key is released with the slot',
    async run(scene) {
      const { stage, parts } = scene;
      const client = await stage.newClient();
      const options = repeatable(scene, 500);
      const [doomed, other] = stage.system.gateways;
      assert(doomed && other);
      doomed.setLink('store', { is: 'held' });
      const answer = client.tryOn(doomed.url, options);
      const isAdmitted = async () => {
        const { body } = await answeredWith(200, () => client.get(other.url, '/usage'));
        return (body.rate_limit as { used_today: number }).used_today === 1;
      };
      assert(await waitUntil(isAdmitted, { timeoutMs: 10_000, everyMs: 100 }), 'not admitted');
      assert.equal(statusOf(await client.tryOn(other.url, options)), 429);
      await doomed.kill();
      assert.equal((await answer).kind, 'broken');
      assert.equal(acceptedBy(stage, client), 0);
      const done = await answeredWith(200, () => client.tryOn(other.url, options), SWEPT_WITHIN_MS);
      assert(!isReplay(done), 'there was no answer to replay');
      assert(isReplay(await client.tryOn(other.url, options)), 'the second was processed again');
      assert.deepEqual([acceptedBy(stage, client), modelCalls(parts, options.mark)], [1, 1]);
      await doomed.mend();
      await doomed.ready();
      return 'ended by the sweep, then processed once';
    },
  },
];
