import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { assertError } from '../expect.ts';
import { row } from '../row.ts';
import type { System } from '../system.ts';

const ENDPOINTS = [
  ['POST', '/try_on_outfit'],
  ['POST', '/generate_image'],
  ['POST', '/analyze_outfit'],
  ['POST', '/identify_clothing'],
  ['POST', '/style_me'],
  ['GET', '/images'],
  ['GET', '/images/img_000000000000000000000000'],
  ['GET', '/usage'],
] as const;

/** Spec, "Authentication", and the order of checks around it. */
export function authenticationRows({ api, keys }: System): void {
  describe('Authentication', () => {
    for (const [method, path] of ENDPOINTS) {
      const json = method === 'POST' ? {} : undefined;
      const endpoint = `${method} ${path.replace(/img_0+/, ':id')}`;
      row(`${endpoint} without a key is 401 "Missing X-API-Key header"`, async () => {
        assertError(await api.call(method, path, { json }), 401, 'Missing X-API-Key header');
      });
      row(`${endpoint} with a wrong key is 403 "Invalid API key"`, async () => {
        assertError(await api.call(method, path, { json, key: 'wrong' }), 403, 'Invalid API key');
      });
    }
    row('an empty key is a missing one', async () => {
      assert.equal((await api.get('/usage', '')).status, 401);
    });
    row('wrong, malformed and revoked keys get the same body', async () => {
      const { first, revoked } = keys;
      const wrong = `${first.slice(0, -1)}${first.endsWith('A') ? 'B' : 'A'}`;
      for (const key of ['x', wrong, `${first}A`, first.toLowerCase(), revoked]) {
        const { status, body } = await api.get('/usage', key);
        const { request_id, ...same } = body;
        assert.deepEqual([status, same], [403, { error: 'Invalid API key', code: 'invalid_api_key' }]);
      }
    });
    row('two keys in one header are invalid', async () => {
      assert.equal((await api.get('/usage', `${keys.first}, ${keys.first}`)).status, 403);
    });
    row('the key is checked before the body', async () => {
      for (const json of ['not json', '{}', JSON.stringify({ filler: 'x'.repeat(1000) })]) {
        assert.equal((await api.call('POST', '/style_me', { json })).status, 401);
        assert.equal((await api.call('POST', '/style_me', { json, key: keys.revoked })).status, 403);
      }
    });
  });
}
