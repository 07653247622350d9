import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe } from 'node:test';
import type { Answer } from '../api.ts';
import { type Repeatable, UNREACHABLE_URL } from '../made.ts';
import { goodRequests } from '../provoke.ts';
import { row } from '../row.ts';
import type { System } from '../system.ts';

const REUSED = 'Idempotency-Key was used with another request';

/** Requests that are made again with their `Idempotency-Key`; limits.ts makes one again while it runs. */
export function repeatingRows(system: System): void {
  const { api, keys, made } = system;
  const usage = () => api.usage(keys.first);
  const isReplay = ({ headers }: Answer<unknown>) => headers.get('idempotent-replayed') === 'true';
  const successes: Readonly<Record<string, () => Promise<Repeatable<unknown>>>> = {
    '/try_on_outfit': made.temporary,
    '/generate_image': made.studio,
    '/analyze_outfit': made.analysis,
    '/identify_clothing': made.identification,
    '/style_me': made.oneOutfit,
  };
  /** Admitted, found to name an address that does not answer, and so at no cost. */
  const unreachable = { ...goodRequests(system)['/try_on_outfit'], clothing_image_url: UNREACHABLE_URL };
  const ask = (key: string, json: object, idempotencyKey: string) =>
    api.call('POST', '/try_on_outfit', { key, json, headers: { 'Idempotency-Key': idempotencyKey } });

  describe('Idempotency-Key', () => {
    for (const [path, make] of Object.entries(successes)) {
      row(
        `POST ${path} repeated with either key of the user replays the first response and is not counted`,
        async () => {
          const { answer, again } = await make();
          const before = await usage();
          for (const repeated of [await again(), await again(keys.second)]) {
            assert.equal(repeated.status, 200);
            assert.deepEqual(repeated.body, answer.body);
            assert.deepEqual([isReplay(answer), isReplay(repeated)], [false, true]);
            assert.equal(repeated.headers.get('x-ratelimit-remaining'), String(before.rate_limit.remaining));
          }
          const after = await usage();
          assert.deepEqual(after.rate_limit, before.rate_limit);
          assert.equal(after.requests_by_endpoint[path], Number(before.requests_by_endpoint[path]) + 1);
        },
      );
    }
    row('an error of the work itself is replayed', async () => {
      const key = randomUUID();
      const [first, again] = [await ask(keys.first, unreachable, key), await ask(keys.first, unreachable, key)];
      assert.deepEqual([first.status, isReplay(first), again.status, isReplay(again)], [400, false, 400, true]);
      assert.equal(again.body.error, first.body.error);
    });
    row('another body, or another endpoint, with the same key is 400', async () => {
      const key = randomUUID();
      await ask(keys.first, unreachable, key);
      const { rate_limit } = await usage();
      const bodies = [await ask(keys.first, { ...unreachable, clothing_description: 'a blue wool sweater' }, key)];
      const json = goodRequests(system)['/generate_image'];
      bodies.push(
        await api.call('POST', '/generate_image', { key: keys.first, json, headers: { 'Idempotency-Key': key } }),
      );
      for (const { status, body, headers } of bodies) {
        assert.deepEqual([status, body.error, body.code], [400, REUSED, 'idempotency_key_reused']);
        assert.ok(!headers.has('x-ratelimit-limit'), 'it was not admitted');
      }
      assert.deepEqual((await usage()).rate_limit, rate_limit);
    });
    row('the key of another user is another key', async () => {
      const key = randomUUID();
      await ask(keys.first, unreachable, key);
      const other = await ask(keys.other, { ...unreachable, clothing_description: 'a blue wool sweater' }, key);
      assert.deepEqual([other.status, isReplay(other)], [400, false]);
      assert.notEqual(other.body.code, 'idempotency_key_reused');
    });
    row('a faulty body leaves the key free', async () => {
      const key = randomUUID();
      assert.equal((await ask(keys.first, { ...unreachable, mode: undefined }, key)).body.error, 'mode is required');
      const { status, body } = await ask(keys.first, unreachable, key);
      assert.deepEqual([status, body.code], [400, 'unreachable_url']);
    });
    row('a GET ignores it', async () => {
      const headers = { 'Idempotency-Key': 'two words' };
      assert.equal((await api.call('GET', '/usage', { key: keys.first, headers })).status, 200);
    });
  });
}
