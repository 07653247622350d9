import { createApp, type Listening, listen } from '@styling/http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiReference } from './api.ts';
import { apiDocument } from './api-document.ts';

const document = apiDocument('1.2.3', { dailyLimit: 7, requestTimeoutSeconds: 30 });

let server: Listening;
const get = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${server.port}${path}`, init);

beforeAll(async () => {
  const app = createApp({
    newRequestId: () => 'req_1',
    onError: (error) => expect.unreachable(String(error)),
    routes: (app) => {
      const send = apiReference(document);
      app.get('/openapi.json', (request, response) => send(request, response));
    },
  });
  server = await listen(app, { port: 0, host: '127.0.0.1' });
});
afterAll(() => server.close());

describe('the API reference', () => {
  it('serves the document of the endpoints, compressed, without a key, and once to who has it', async () => {
    const response = await get('/openapi.json', { headers: { 'Accept-Encoding': 'br' } });
    const { headers } = response;
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('content-encoding')).toBe('br');
    expect(headers.get('x-request-id')).toBe('req_1');
    expect(await response.json()).toEqual(JSON.parse(JSON.stringify(document)));
    const again = await get('/openapi.json', {
      headers: { 'Accept-Encoding': 'br', 'If-None-Match': String(headers.get('etag')) },
    });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  it('answers HEAD without a body', async () => {
    const response = await get('/openapi.json', { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
  });
});
