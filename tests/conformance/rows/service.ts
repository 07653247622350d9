import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { assertAnswer, row } from '../row.ts';
import type { System } from '../system.ts';

/** GET /, unknown paths and methods, and the service's description of itself. */
export function serviceRows({ api, keys }: System): void {
  row('GET / answers 200 without a key: status, service, version', async () => {
    const { body } = await assertAnswer(api.get('/'), 200);
    for (const field of ['status', 'service', 'version']) assert.equal(typeof body[field], 'string');
  });
  row('GET / ignores a wrong key', () => assertAnswer(api.get('/', 'wrong'), 200));
  row('HEAD is answered as GET is, without a body', async () => {
    await assertAnswer(api.call('HEAD', '/'), 200);
    await assertAnswer(api.call('HEAD', '/usage'), 401);
    await assertAnswer(api.call('HEAD', '/images', { key: keys.first }), 200);
  });
  row('every response has its own X-Request-Id, never the client’s', async () => {
    const headers = { 'X-Request-Id': 'req_000000000000000000000000' };
    // Its form and uniqueness are checked with every answer.
    for (const path of ['/', '/usage', '/no_such_thing']) {
      const answer = await api.call('GET', path, { headers });
      assert.notEqual(answer.headers.get('x-request-id'), headers['X-Request-Id']);
    }
  });
  row('an unknown path is 404 "Not found", with or without a key', async () => {
    for (const key of [undefined, '', 'wrong', keys.revoked, keys.first]) {
      await assertAnswer(api.get('/no_such_thing', key), 404, 'Not found');
    }
  });
  row('a known path with another method is 404 "Not found", with or without a key', async () => {
    const working = ['GET /try_on_outfit', 'PUT /try_on_outfit', 'OPTIONS /style_me'];
    const free = ['PUT /images/img_000000000000000000000000', 'PATCH /images', 'POST /usage', 'POST /'];
    for (const request of [...working, ...free]) {
      const [method = '', path = ''] = request.split(' ');
      for (const key of [undefined, keys.first]) {
        await assertAnswer(api.call(method, path, { key }), 404, 'Not found', request);
      }
    }
  });
  row('paths are exact: another case or a slash more is 404', async () => {
    for (const path of ['/Images', '/images/', '/usage/', '/docs/']) await assertAnswer(api.get(path, keys.first), 404);
  });
  row('GET /openapi.json is docs/openapi.json, without a key', async () => {
    const served = await fetch(`${api.url}/openapi.json`);
    assert.equal(served.status, 200);
    assert.ok(served.headers.get('x-request-id'));
    const written = await readFile(new URL('../../../docs/openapi.json', import.meta.url), 'utf8');
    assert.deepEqual(await served.json(), JSON.parse(written));
  });
  row('GET /docs is a page that needs no key and no other host', async () => {
    const page = await fetch(`${api.url}/docs`);
    assert.equal(page.status, 200);
    assert.ok(page.headers.get('x-request-id'));
    assert.match(String(page.headers.get('content-type')), /^text\/html/);
    assert.match(String(page.headers.get('content-security-policy')), /default-src 'none'/);
    const files = [...(await page.text()).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => String(address));
    assert.ok(files.length > 1);
    for (const file of files) {
      assert.match(file, /^(\/(?!\/)|data:)/);
      if (file.startsWith('/')) assert.equal((await fetch(api.url + file)).status, 200, file);
    }
  });
}

const FREE = ['/images', '/images/img_000000000000000000000000', '/usage'];

/** Spec, "Authentication", and the order of checks around it. */
export function authenticationRows({ api, keys, good }: System): void {
  for (const path of [...Object.keys(good), ...FREE]) {
    const [method, json] = path in good ? ['POST', {}] : ['GET'];
    const endpoint = `${method} ${path.replace(/img_0+/, ':id')}`;
    row(`${endpoint} without a key is 401 "Missing X-API-Key header"`, async () => {
      await assertAnswer(api.call(method, path, { json }), 401, 'Missing X-API-Key header');
    });
    row(`${endpoint} with a wrong key is 403 "Invalid API key"`, async () => {
      await assertAnswer(api.call(method, path, { json, key: 'wrong' }), 403, 'Invalid API key');
    });
  }
  row('an empty key is a missing one', () => assertAnswer(api.get('/usage', ''), 401));
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
    await assertAnswer(api.get('/usage', `${keys.first}, ${keys.first}`), 403);
  });
  row('the key is checked before the body', async () => {
    for (const json of ['not json', '{}', JSON.stringify({ filler: 'x'.repeat(1000) })]) {
      await assertAnswer(api.call('POST', '/style_me', { json }), 401);
      await assertAnswer(api.call('POST', '/style_me', { json, key: keys.revoked }), 403);
    }
  });
}
