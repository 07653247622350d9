import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { requestJson } from './search-apis.ts';

let server: Server;
let address: string;
let followed = 0;

beforeAll(async () => {
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://x');
    if (pathname === '/redirect') response.writeHead(302, { location: '/followed' }).end();
    else if (pathname === '/long') response.end(`"${'x'.repeat(5 * 1024 * 1024)}"`);
    else if (pathname === '/reset') request.socket.resetAndDestroy();
    else if (pathname === '/half')
      response.writeHead(200, { 'content-length': 100 }).write('{', () => response.destroy());
    else if (pathname === '/text') response.end('secret-key is wrong');
    else if (pathname === '/followed') response.end(String(++followed));
    // Anything else is never answered.
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

it.each([
  ['/redirect', '302'],
  ['/long', 'UND_ERR_RES_EXCEEDED_MAX_SIZE'],
  ['/reset', expect.any(String)],
  ['/half', expect.any(String)],
  ['/text', 'unreadable'],
  ['/silent', 'timeout'],
])('given %s, fails without a word of what was asked or said', async (path, code) => {
  const request = {
    headers: { authorization: 'secret-token' },
    signal: AbortSignal.timeout(path === '/silent' ? 500 : 20_000),
  };
  const error = await requestJson(new URL(`${path}?api_key=secret-key`, address), z.unknown(), request).catch(
    (error) => error,
  );
  expect(error).toMatchObject({ name: 'SearchError', code });
  expect(inspect(error, { depth: 10, showHidden: true })).not.toMatch(/secret-/);
  expect(followed).toBe(0);
});
