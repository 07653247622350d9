import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe } from 'node:test';
import { assertError } from '../expect.ts';
import { row } from '../row.ts';
import type { System } from '../system.ts';

/** GET /, unknown paths and methods, and the description that the service gives of itself. */
export function serviceRows({ api, keys }: System): void {
  describe('Service', () => {
    row('GET / answers 200 without a key: status, service, version', async () => {
      const { status, body } = await api.get('/');
      assert.equal(status, 200);
      for (const field of ['status', 'service', 'version']) assert.equal(typeof body[field], 'string');
    });
    row('GET / ignores a wrong key', async () => {
      assert.equal((await api.get('/', 'wrong')).status, 200);
    });
    row('HEAD is answered as GET is, without a body', async () => {
      assert.equal((await api.call('HEAD', '/')).status, 200);
      assert.equal((await api.call('HEAD', '/usage')).status, 401);
      assert.equal((await api.call('HEAD', '/images', { key: keys.first })).status, 200);
    });
    row('every response has its own X-Request-Id, never the client’s', async () => {
      const headers = { 'X-Request-Id': 'req_000000000000000000000000' };
      // That there is one, of its form, and not the same twice, is checked of every answer in this suite.
      for (const path of ['/', '/usage', '/no_such_thing']) {
        const answer = await api.call('GET', path, { headers });
        assert.notEqual(answer.headers.get('x-request-id'), headers['X-Request-Id']);
      }
    });
    row('an unknown path is 404 "Not found", with or without a key', async () => {
      for (const key of [undefined, '', 'wrong', keys.revoked, keys.first]) {
        assertError(await api.get('/no_such_thing', key), 404, 'Not found');
      }
    });
    row('a known path with another method is 404 "Not found", with or without a key', async () => {
      const others = [
        ['GET', '/try_on_outfit'],
        ['PUT', '/try_on_outfit'],
        ['PUT', '/images/img_000000000000000000000000'],
        ['POST', '/usage'],
        ['POST', '/'],
        ['OPTIONS', '/style_me'],
        ['PATCH', '/images'],
      ] as const;
      for (const [method, path] of others) {
        for (const key of [undefined, keys.first]) {
          assertError(await api.call(method, path, { key }), 404, 'Not found', `${method} ${path}`);
        }
      }
    });
    row('paths are exact: another case or a slash more is 404', async () => {
      for (const path of ['/Images', '/images/', '/usage/', '/docs/'])
        assert.equal((await api.get(path, keys.first)).status, 404);
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
  });
}
