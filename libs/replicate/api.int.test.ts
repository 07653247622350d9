import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { connectAttempts } from '@styling/model-api';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type ReplicateApi, replicateApi } from './api.ts';

const TOKEN = 'r8_secret';
const once = { timeoutMs: 2_000 };

type Answer = { readonly status: number; readonly body?: string; readonly headers?: Record<string, string> } | 'reset';

/** The API at a server that gives every request this answer, and what it got. */
async function answering(answer: Answer) {
  const seen: { route: string; headers: Record<string, unknown>; body: string }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url, headers } = request;
      seen.push({ route: `${method} ${url}`, headers, body: Buffer.concat(chunks).toString() });
      if (answer === 'reset') request.socket.destroy();
      else response.writeHead(answer.status, answer.headers).end(answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { attempt, close } = connectAttempts();
  onTestFinished(async () => {
    await close();
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { seen, api: replicateApi(attempt, `${origin}/v1`, TOKEN) };
}

const calls: [string, (api: ReplicateApi) => Promise<unknown>][] = [
  ['create', (api) => api.create('google/nano-banana-2', { prompt: 'x' }, 9, once)],
  ['look', (api) => api.look('p1', once)],
  ['cancel', (api) => api.cancel('p1', once)],
  ['upload', (api) => api.upload(new File(['abc'], 'input.jpg', { type: 'image/jpeg' }), once)],
  ['removal', (api) => api.removeFile('f1', once)],
];

describe.each(calls)('a %s', (_, call) => {
  test.each<[string, Answer, object]>([
    ['throttled', { status: 429, body: '{"retry_after":3}', headers: { 'retry-after': '7' } }, { status: 429, retryAfter: '7' }],
    ['answered with 500', { status: 500, body: 'oops' }, { status: 500, body: undefined }],
    ['answered with 503', { status: 503 }, { status: 503 }],
    ['answered with HTML', { status: 200, body: '<html>' }, { status: 200, body: undefined }],
    ['redirected', { status: 307, headers: { location: '/elsewhere' } }, { status: 307 }],
    ['answered with an error', { status: 422, body: '{"detail":"no"}' }, { status: 422, body: { detail: 'no' } }],
    ['broken off', 'reset', { outcome: 'lost' }],
  ])('that is %s is sent once, and the reply is the server’s', async (_, answer, expected) => {
    const { api, seen } = await answering(answer);
    const reply = await call(api);
    expect(reply).toMatchObject(expected);
    expect(seen).toHaveLength(1);
    expect(seen[0]?.headers.authorization).toBe(`Bearer ${TOKEN}`);
    expect(inspect(reply, { depth: 9, showHidden: true })).not.toContain(TOKEN);
  });
});

test('the calls are those of the API’s contract', async () => {
  const { api, seen } = await answering({ status: 200, body: '{"id":"p1"}' });
  for (const [, call] of calls) await call(api);
  await api.create(`some/model:${'ab'.repeat(32)}`, { prompt: 'x' }, 9, once);
  await api.look('../files', once);
  expect(seen.map(({ route }) => route)).toEqual([
    'POST /v1/models/google/nano-banana-2/predictions',
    'GET /v1/predictions/p1',
    'POST /v1/predictions/p1/cancel',
    'POST /v1/files',
    'DELETE /v1/files/f1',
    'POST /v1/predictions',
    'GET /v1/predictions/..%2Ffiles',
  ]);
  expect(seen[0]).toMatchObject({ body: '{"input":{"prompt":"x"}}', headers: { 'cancel-after': '9s' } });
  expect(seen[0]?.headers).not.toHaveProperty('prefer');
  expect(seen[3]?.body).toMatch(/name="content"; filename="input.jpg"\r\nContent-Type: image\/jpeg\r\n\r\nabc\r\n/);
  expect(JSON.parse(seen[5]?.body ?? '')).toEqual({ version: `some/model:${'ab'.repeat(32)}`, input: { prompt: 'x' } });
});
