import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { ServiceError } from '@styling/service';
import { startTelemetry } from '@styling/telemetry';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApp } from './create-app.ts';
import { ClientDisconnected } from './index.ts';
import { type Listening, listen } from './listen.ts';
import { requestIdOf, sendJson } from './send.ts';

let server: Listening;
let failures: unknown[] = [];
let ids = 0;

const app = createApp({
  newRequestId: () => `req_${++ids}`,
  onError: (error: unknown, _: IncomingMessage) => failures.push(error),
  routes: (app) => {
    app.get('/', (_, response) => void response.json({ status: 'ok' }));
    app.get('/images/:id', (request, response) => void response.json({ id: request.params.id }));
    app.put('/images/:id', (_, response) => void response.json({}));
    app.post('/try_on_outfit', async (_, response) => void response.json({ request_id: requestIdOf(response) }));
    app.get('/refused', () => {
      throw new ServiceError('required', { field: 'mode' });
    });
    app.get('/late-body', () => {
      throw new ServiceError('malformed_request');
    });
    app.get('/said', (request, response) => sendJson(response, 200, { said: request.query.text }));
    app.get('/bug', async () => {
      throw new Error('secret: /var/lib/key');
    });
    app.get('/unavailable', () => {
      throw new ServiceError('unavailable', {}, { cause: new Error('database gone') });
    });
    app.get('/too-late', (_, response) => {
      response.write('{"half":');
      throw new Error('after the head');
    });
    app.get('/gone', () => {
      throw new ClientDisconnected('gone');
    });
  },
});
beforeAll(async () => {
  server = await listen(app, { port: 0, host: '127.0.0.1' });
});
afterAll(() => server.close());
beforeEach(() => {
  failures = [];
});

test.each(['plain', 'a crème brûlée', '€ 5', 'a \u{1f457}', 'x'.repeat(9_000), 'é'.repeat(2_000)])(
  'given a body with the text %j, sends all of it',
  async (text) => {
    const response = await request(`/said?text=${encodeURIComponent(text)}`);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get('content-length')).toBe(String(bytes.length));
    expect(JSON.parse(bytes.toString('utf8'))).toEqual({ said: text });
  },
);

const request = (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${server.port}${path}`, init);
const everyHeader = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'content-type': 'application/json; charset=utf-8',
};
const headersOf = (response: Response) => Object.fromEntries(response.headers);

/** Sends `text` as it is and returns all that comes back until the server closes the connection. */
async function raw(text: string): Promise<{ head: string; body: string }> {
  const socket = connect(server.port, '127.0.0.1');
  socket.write(text);
  let answer = '';
  for await (const bytes of socket) answer += bytes;
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  return { head, body };
}

describe('createApp', () => {
  test('given an answer of an endpoint, then it carries our request id and the security headers, and nothing of express', async () => {
    const response = await request('/try_on_outfit', {
      method: 'POST',
      headers: { 'x-request-id': 'chosen by the client' },
    });
    const headers = headersOf(response);
    expect(headers).toMatchObject(everyHeader);
    expect(headers['x-request-id']).toMatch(/^req_\d+$/);
    expect(await response.json()).toEqual({ request_id: headers['x-request-id'] });
    for (const name of ['x-powered-by', 'etag']) expect(headers).not.toHaveProperty(name);
    expect((await request('/')).headers.get('x-request-id')).not.toBe(headers['x-request-id']);
  });

  test.each([
    ['an unknown path', 'GET', '/nothing'],
    ['another method', 'GET', '/try_on_outfit'],
    ['another method', 'DELETE', '/images/img_1'],
    ['OPTIONS', 'OPTIONS', '/'],
    ['OPTIONS of an unknown path', 'OPTIONS', '/nothing'],
    ['another case', 'GET', '/Images/img_1'],
    ['a slash too many', 'GET', '/images/img_1/'],
    ['a broken escape', 'GET', '/images/%zz'],
    ['a broken escape in an unknown path', 'GET', '/%zz'],
    ['a broken UTF-8 sequence', 'GET', '/images/%c3%28'],
  ])('given %s, then it is not found', async (_, method, path) => {
    const response = await request(path, { method });
    expect(response.status).toBe(404);
    expect(headersOf(response)).toMatchObject(everyHeader);
    expect(await response.json()).toEqual({
      error: 'Not found',
      code: 'not_found',
      request_id: response.headers.get('x-request-id'),
    });
    expect(failures).toEqual([]);
  });

  test.each([
    ['GET', '/try_on_outfit', 'POST'],
    ['HEAD', '/try_on_outfit', 'POST'],
    ['OPTIONS', '/', 'GET, HEAD'],
    ['DELETE', '/images/img_1', 'GET, HEAD, PUT'],
    ['PROPFIND', '/images/img_1', 'GET, HEAD, PUT'],
    ['POST', '/nothing', null],
    ['GET', '/images/%zz', null],
  ])('given %s %s, then the 404 allows %s', async (method, path, allow) => {
    const response = await request(path, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([404, allow]);
  });

  test.each(['http://[broken/', '*', '//', '/\\..\\x'])(
    'given the request target %s, then it is not found',
    async (target) => {
      const { head, body } = await raw(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      expect(head).toContain('404 Not Found');
      expect(JSON.parse(body)).toMatchObject({ error: 'Not found' });
    },
  );

  test('given a request whose body came too late, then nothing more is read from its connection', async () => {
    // Without an end of the connection, `raw` would wait for the second answer.
    const { head, body } = await raw('GET /late-body HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(head).toMatch(/^Connection: close\r?$/m);
    expect(body).toMatch(/^\{"error":"Malformed HTTP request"[^}]*\}$/);
  });

  test('given a public error, then its text and code are told and nothing is reported', async () => {
    const response = await request('/refused');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: 'mode is required', code: 'required' });
    expect(failures).toEqual([]);
  });

  test('given a bug, then the client learns nothing of it and it is reported', async () => {
    const response = await request('/bug');
    expect(response.status).toBe(500);
    expect(headersOf(response)).toMatchObject(everyHeader);
    expect(await response.json()).toEqual({
      error: 'Internal server error',
      code: 'internal',
      request_id: response.headers.get('x-request-id'),
    });
    expect(failures).toMatchObject([{ message: 'secret: /var/lib/key' }]);
  });

  test('given a public failure of ours, then it is told and reported', async () => {
    const response = await request('/unavailable');
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
    expect(failures).toMatchObject([{ code: 'unavailable', cause: { message: 'database gone' } }]);
  });

  test('given an error after the answer has begun, then the connection is cut and the error reported', async () => {
    await expect(request('/too-late').then((response) => response.text())).rejects.toThrow();
    expect(failures).toMatchObject([{ message: 'after the head' }]);
  });
});

test('given requests, then metrics tell them by route and status, with all that a client makes up in one', async () => {
  const telemetry = await startTelemetry('test', false);
  const url = `http://127.0.0.1:${server.port}`;
  const paths = ['/', '/images/img_1', '/images/img_2', '/bug', '/made-up-1', '/made-up-2?key=secret'];
  for (const path of paths) await (await fetch(url + path)).text();
  await (await fetch(url, { method: 'PROPFIND' })).text();
  await fetch(`${url}/gone`).catch(() => {});
  const counts = async () =>
    (await telemetry.metricsText())
      .split('\n')
      .filter((line) => line.startsWith('http_server_request_duration_seconds_count'))
      .map((line) => line.replace(/^[a-z_]+|url_scheme="http",?|http_re(quest|sponse)_/g, ''))
      .toSorted();
  await expect.poll(counts).toHaveLength(6);
  expect(await counts()).toEqual([
    '{method="GET",http_route="/",status_code="200"} 1',
    '{method="GET",http_route="/bug",status_code="500",error_type="500"} 1',
    '{method="GET",http_route="/gone",error_type="ClientDisconnected"} 1',
    '{method="GET",http_route="/images/:id",status_code="200"} 2',
    '{method="GET",status_code="404"} 2',
    '{method="_OTHER",status_code="404"} 1',
  ]);
  expect(await telemetry.metricsText()).toContain(
    'http_server_active_requests{http_request_method="GET",url_scheme="http"} 0',
  );
  await telemetry.stop();
});
