import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { connectCall } from './call.ts';

const TOKEN = 'r8_secret';
const once = { timeoutMs: 2_000 };

/** A caller of a server of its own, which counts connections and requests. */
async function called(handle: RequestListener) {
  const seen = { connections: 0, requests: 0 };
  const server = createServer((request, response) => {
    seen.requests++;
    handle(request, response);
  });
  server.on('connection', () => seen.connections++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { call, close } = connectCall(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`, TOKEN);
  onTestFinished(async () => {
    await close();
    server.closeAllConnections();
    server.close();
  });
  return { seen, call };
}

test('given several calls, then each POST has its own connection and GETs share one', async () => {
  const { seen, call } = await called((_, response) => response.end('{}'));
  for (let nth = 0; nth < 3; nth++) await call('POST', '/a', { ...once, body: {} });
  expect(seen.connections).toBe(3);
  for (let nth = 0; nth < 9; nth++) await call('GET', '/a', once);
  // The pool may open a second one while the first is just being freed.
  expect(seen.connections).toBeLessThanOrEqual(5);
  expect(seen.requests).toBe(12);
});

test('given a call, then the API gets the token, the body as JSON, and the headers', async () => {
  const { call } = await called((request, response) => {
    const { authorization, 'content-type': type, 'cancel-after': lifetime } = request.headers;
    response.writeHead(201, { 'retry-after': '3' });
    request.on('data', (body) => {
      response.end(JSON.stringify({ url: request.url, authorization, type, lifetime, body: String(body) }));
    });
  });
  expect(await call('POST', '/a', { ...once, body: { input: 1 }, headers: { 'cancel-after': '9s' } })).toEqual({
    outcome: 'answered',
    status: 201,
    retryAfter: '3',
    body: {
      url: '/v1/a',
      authorization: `Bearer ${TOKEN}`,
      type: 'application/json',
      lifetime: '9s',
      body: '{"input":1}',
    },
  });
});

test('given a redirect, then it is not followed with our token', async () => {
  const { seen, call } = await called((_, response) => response.writeHead(307, { location: '/elsewhere' }).end());
  expect(await call('GET', '/a', once)).toMatchObject({ outcome: 'answered', status: 307, body: undefined });
  expect(seen.requests).toBe(1);
});

test.each([
  ['a connection that breaks', ((request) => request.socket.destroy()) as RequestListener],
  ['an answer that never comes', () => {}],
  ['an answer that is cut short', (_, response) => response.writeHead(200, { 'content-length': 99 }).write('{')],
  ['an answer without end', (_, response) => void response.end(Buffer.alloc(41 * 1024 * 1024))],
] satisfies [string, RequestListener][])(
  'given %s, then it is lost, sent once, and the error holds no token',
  async (_, handle) => {
    const { seen, call } = await called(handle);
    const reply = await call('POST', '/a', { timeoutMs: 500, body: {} });
    expect(reply.outcome).toBe('lost');
    expect(seen.requests).toBe(1);
    expect(inspect(reply, { depth: 9, showHidden: true })).not.toContain(TOKEN);
  },
);

test('given a port without a listener, then nothing was sent', async () => {
  const { call, close } = connectCall('http://127.0.0.1:1', TOKEN);
  onTestFinished(close);
  expect(await call('POST', '/a', { ...once, body: {} })).toMatchObject({ outcome: 'unsent' });
});
