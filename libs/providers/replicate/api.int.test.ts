import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { connectAttempts } from '../frame/index.ts';
import { type ReplicateApi, replicateApi } from './api.ts';

const TOKEN = 'r8_secret';
const once = { timeoutMs: 2_000 };

/** The API at a server that takes every request, and what that got. */
async function called() {
  const seen: { route: string; headers: Record<string, unknown>; body: string }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url, headers } = request;
      seen.push({ route: `${method} ${url}`, headers, body: Buffer.concat(chunks).toString() });
      response.end('{"id":"p1"}');
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

const calls: readonly ((api: ReplicateApi) => Promise<unknown>)[] = [
  (api) => api.create('google/nano-banana-2', { prompt: 'x' }, 9, once),
  (api) => api.look('p1', once),
  (api) => api.cancel('p1', once),
  (api) => api.upload(new File(['abc'], 'input.jpg', { type: 'image/jpeg' }), once),
  (api) => api.removeFile('f1', once),
];

test('the calls are those of the API’s contract', async () => {
  const { api, seen } = await called();
  for (const call of calls) await call(api);
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
  expect(new Set(seen.map(({ headers }) => headers.authorization))).toEqual(new Set([`Bearer ${TOKEN}`]));
  expect(seen[0]).toMatchObject({ body: '{"input":{"prompt":"x"}}', headers: { 'cancel-after': '9s' } });
  expect(seen[0]?.headers).not.toHaveProperty('prefer');
  expect(seen[3]?.body).toMatch(/name="content"; filename="input.jpg"\r\nContent-Type: image\/jpeg\r\n\r\nabc\r\n/);
  expect(JSON.parse(seen[5]?.body ?? '')).toEqual({ version: `some/model:${'ab'.repeat(32)}`, input: { prompt: 'x' } });
});
