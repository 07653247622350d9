import assert from 'node:assert/strict';
import { eventually } from '../eventually.ts';
import { type PostOptions, retryKey, statusOf } from '../load/client.ts';
import type { Outcome } from '../load/journal.ts';
import { TIMES } from '../system/system.ts';
import type { Check, Scene } from './check.ts';
import { acceptedOf, modelCalls, succeeded } from './expect.ts';

/** A request to be retried: its mark and its key. */
function repeatable({ times }: Scene, takesMs: number): PostOptions & { readonly mark: string } {
  const mark = times.mark({ takesMs });
  return { mark, idempotencyKey: retryKey(mark) };
}

const isReplay = (outcome: Outcome): boolean =>
  outcome.kind === 'answered' && outcome.headers.get('idempotent-replayed') === 'true';
const bodyOf = (outcome: Outcome): unknown => (outcome.kind === 'answered' ? outcome.body : undefined);
const acceptedBy = ({ stage, client }: Scene): number =>
  [...stage.observer.messages.values()].filter(
    ({ type, data }) => type === 'request.accepted' && data.user_id === client.user,
  ).length;
const assertProcessedOnce = (scene: Scene, mark: string): void =>
  assert.deepEqual([acceptedBy(scene), modelCalls(scene.parts, mark)], [1, 1]);

/** Longer than a request that only the sweep ends. */
const SWEPT_WITHIN_MS = 1000 * (TIMES.requestTimeoutSeconds + 2 * TIMES.sweepGraceSeconds + 10);

/** Guarantees to clients that retry a request with its `Idempotency-Key`. */
export const repeatChecks: Check[] = [
  {
    id: '18',
    name: 'Idempotency-Key, retried, in parallel, with another body: one event, one model call, one answer',
    async run(scene) {
      const { client, gateway, other } = scene;
      const options = repeatable(scene, 1_500);
      const gateways = Array.from({ length: 20 }, (_, index) => (index % 2 ? gateway : other));
      const parallel = await Promise.all(gateways.map((each) => client.tryOn(each, options)));
      const answers = parallel.filter((outcome) => statusOf(outcome) !== 429);
      const [first, second] = answers.filter((outcome) => !isReplay(outcome));
      assert(first && !second, 'not exactly one was processed');
      for (const each of [gateway, other]) answers.push(await client.tryOn(each, options));
      assert(answers.slice(-2).every(isReplay), 'a retry was not marked as a replay');
      for (const outcome of answers) assert.deepEqual([statusOf(outcome), bodyOf(outcome)], [200, bodyOf(first)]);
      const changed = await client.tryOn(gateway, { ...options, body: { clothing_description: 'something else' } });
      assert.equal(statusOf(changed), 400);
      assertProcessedOnce(scene, options.mark);
      return `${answers.length} of 22 received the same answer, the rest 429; another body 400`;
    },
  },
  {
    id: '18-gateway',
    name: 'kill the gateway of a request with a key: the retry is 429 until it has ended, then receives its answer',
    async run(scene) {
      const { stage, client, gateway, other } = scene;
      const options = repeatable(scene, 3_000);
      const answer = client.generate(gateway, options);
      await acceptedOf(stage, client);
      await gateway.kill();
      assert.equal((await answer).kind, 'broken');
      assert.equal(statusOf(await client.generate(other, options)), 429);
      const retried = await succeeded(() => client.generate(other, options));
      assert(isReplay(retried) && retried.body.image_base64, 'no picture');
      await gateway.start();
      const again = await client.generate(gateway, options);
      assert.deepEqual([isReplay(again), bodyOf(again)], [true, retried.body]);
      assertProcessedOnce(scene, options.mark);
      return 'one model call, its picture answered by both gateways';
    },
  },
  {
    id: '18-unsaid',
    name: 'kill the gateway of a request with a key before it is published: the key is released with the slot',
    async run(scene) {
      const { client, gateway, other } = scene;
      const options = repeatable(scene, 500);
      gateway.setLink('store', { is: 'held' });
      const answer = client.tryOn(gateway, options);
      await eventually('admission', async () => {
        const { body } = await succeeded(() => client.get(other, '/usage'));
        return (body.rate_limit as { used_today: number }).used_today === 1;
      });
      assert.equal(statusOf(await client.tryOn(other, options)), 429);
      await gateway.kill();
      assert.equal((await answer).kind, 'broken');
      assert.equal(acceptedBy(scene), 0);
      const done = await succeeded(() => client.tryOn(other, options), SWEPT_WITHIN_MS);
      assert(!isReplay(done), 'there was no answer to replay');
      assert(isReplay(await client.tryOn(other, options)), 'the second was processed again');
      assertProcessedOnce(scene, options.mark);
      await gateway.mend();
      await gateway.ready();
      return 'ended by the sweep, then processed once';
    },
  },
];
