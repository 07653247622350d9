import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { type AttemptOptions, callThrough, connectAttempts } from './attempt.ts';

const TOKEN = 'r8_secret';
const once = { timeoutMs: 2_000 };
type Once = Omit<AttemptOptions, 'method' | 'timeoutMs'> & { readonly timeoutMs?: number };

/** A caller of a server of its own, which counts connections and requests. */
async function called(handle: RequestListener) {
  const seen = { connections: 0, requests: 0 };
  const server = createServer((request, response) => {
    seen.requests++;
    handle(request, response);
  });
  server.on('connection', () => seen.connections++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { attempt, close } = connectAttempts();
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const call = (method: AttemptOptions['method'], path: string, { headers, ...options }: Once = {}) =>
    attempt(`${origin}/v1${path}`, {
      method,
      ...once,
      ...options,
      headers: { authorization: `Bearer ${TOKEN}`, ...headers },
    });
  onTestFinished(async () => {
    await close();
    server.closeAllConnections();
    server.close();
  });
  return { seen, call, attempt, origin };
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
  const { attempt, close } = connectAttempts();
  onTestFinished(close);
  expect(await attempt('http://127.0.0.1:1/a', { ...once, method: 'POST', body: {} })).toMatchObject({
    outcome: 'unsent',
  });
});

test.each([2 ** 31, Number.POSITIVE_INFINITY])(
  'given a time-out of %d ms, more than a timer takes, then the request is not ended by it',
  async (timeoutMs) => {
    const { call } = await called((_, response) => void setTimeout(() => response.end('{}'), 100));
    expect(await call('GET', '/a', { timeoutMs })).toMatchObject({ outcome: 'answered' });
  },
);

/** A client that repeats whatever fails, as vendors' clients do. */
const stubborn = (url: string) => async (fetch: (url: string, init: RequestInit) => Promise<Response>) => {
  for (let tries = 0; tries < 5; tries++) {
    const response = await fetch(url, { method: 'POST', body: '{}' }).catch(() => null);
    if (response && response.status !== 429 && response.status < 500) {
      if (response.ok) return response.json();
      throw new Error(`status ${response.status} with ${TOKEN}`);
    }
  }
  throw new Error('gave up');
};

test.each([
  [429, { outcome: 'answered', status: 429, retryAfter: '7', body: { detail: 'later' } }],
  [503, { outcome: 'answered', status: 503 }],
  [201, { outcome: 'answered', status: 201, body: { detail: 'later' } }],
])(
  'given a client that repeats, and an answer %d, then it is sent once and the reply is whole',
  async (status, expected) => {
    const { attempt, origin, seen } = await called((request, response) =>
      request.resume().on('end', () => response.writeHead(status, { 'retry-after': '7' }).end('{"detail":"later"}')),
    );
    expect(await callThrough(attempt, once, stubborn(origin))).toMatchObject(expected);
    expect(seen.requests).toBe(1);
  },
);

test('given a client that repeats, and a broken connection, then it is sent once', async () => {
  const { attempt, origin, seen } = await called((request) => request.socket.destroy());
  expect(await callThrough(attempt, once, stubborn(origin))).toMatchObject({ outcome: 'lost' });
  expect(seen.requests).toBe(1);
});

test('given a client that fails before it sends anything, then the reply says so', async () => {
  const { attempt, seen } = await called(() => {});
  const failing = callThrough(attempt, once, () => Promise.reject(new Error('a bad option')));
  expect(await failing).toMatchObject({ outcome: 'unsent', cause: { message: 'a bad option' } });
  expect(await callThrough(attempt, once, async () => 'nothing')).toMatchObject({ outcome: 'unsent' });
  expect(seen.requests).toBe(0);
});
