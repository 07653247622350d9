import { hash } from 'node:crypto';
import dns from 'node:dns';
import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { startTelemetry } from '@styling/telemetry';
import { type BusAndStore, startBusAndStore } from '@styling/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { connectObjectStore, type ObjectStore, type ObjectStoreOptions } from './connect.ts';

let servers: BusAndStore;
beforeAll(async () => {
  servers = await startBusAndStore();
});
afterAll(() => servers.stop());

const bytes = (text: string) => Buffer.from(text);

/** Listens until the test ends. @returns the address */
async function listen(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const serve = (answer: RequestListener) => listen(createServer(answer));

function connect(endpoint: string | undefined, options: Partial<ObjectStoreOptions> = {}): ObjectStore {
  const place = {
    S3_BUCKET: 'test',
    AWS_REGION: 'us-east-1',
    ...(endpoint !== undefined && { S3_ENDPOINT: endpoint }),
  };
  const store = connectObjectStore({ ...place, ...options });
  onTestFinished(() => store.close());
  return store;
}
const embedded = (options: Partial<ObjectStoreOptions> = {}) => connect(new URL(servers.imageStoreUrl).origin, options);

describe('the object store', () => {
  it('presigns a URL that expires', async () => {
    await servers.store.put('requests/1/lent', bytes('picture'), 'image/jpeg');
    const address = await servers.store.presign('requests/1/lent', 90);
    const { searchParams } = new URL(address);
    expect(searchParams.get('X-Amz-Expires')).toBe('90');
    expect(searchParams.get('X-Amz-Signature')).toMatch(/^[\da-f]{64}$/);
    const response = await fetch(address);
    expect(response.headers.get('content-type')).toBe('image/jpeg');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(await response.text()).toBe('picture');
    await servers.store.delete('requests/1/lent');
  });

  it('deletes all objects of a request, and nothing else', async () => {
    for (const name of ['requests/1/a', 'requests/1/b', 'requests/10/a']) {
      await servers.store.put(name, bytes(name), 'text/plain');
    }
    expect(await servers.store.deleteAll('requests/1/')).toBe(2);
    expect(await servers.store.head('requests/1/a')).toBeNull();
    expect(await servers.store.head('requests/10/a')).not.toBeNull();
  });

  it('deletes more than one page', async () => {
    const store = embedded({ pageSize: 10 });
    const names = Array.from({ length: 21 }, (_, index) => `requests/many/${index}`);
    await Promise.all(names.map((name) => store.put(name, bytes('x'), 'text/plain')));
    const pages = await Array.fromAsync(store.list('requests/many/'));
    expect(pages.map(({ length }) => length)).toEqual([10, 10, 1]);
    expect(await store.deleteAll('requests/many/')).toBe(21);
    expect(await store.deleteAll('requests/many/')).toBe(0);
  });

  it('deletes by age', async () => {
    await servers.store.put('results/old', bytes('x'), 'text/plain');
    expect(await servers.store.deleteOlder('results/', new Date(Date.now() - 60_000))).toBe(0);
    expect(await servers.store.deleteOlder('results/', new Date(Date.now() + 60_000))).toBe(1);
  });

  it('given an unreachable store, throws unavailable', async () => {
    const away = connect('http://127.0.0.1:1');
    const telemetry = await startTelemetry('test', false);
    await expect(away.get('images/a')).rejects.toMatchObject({ code: 'unavailable', status: 503 });
    await expect(away.put('images/a', bytes('x'), 'text/plain')).rejects.toMatchObject({ code: 'unavailable' });
    await expect(Array.fromAsync(away.list('images/'))).rejects.toMatchObject({ code: 'unavailable' });
    const told = await telemetry.metricsText();
    expect(told).toMatch(/styling_objectstore_operation_duration_seconds_count{[^}]*"get",error_type="\w+"} 1/);
    expect(told).not.toContain('images/a');
    await telemetry.stop();
  });

  it('given a missing bucket, throws instead of returning null', async () => {
    const store = embedded({ S3_BUCKET: 'nowhere' });
    await expect(store.get('images/a')).rejects.toMatchObject({ code: 'unavailable' });
    await store.createBucket();
    await store.createBucket();
    expect(await store.get('images/a')).toBeNull();
  });
});

it('given a store that hangs, before an answer or within it, then it is unavailable', async () => {
  const getFrom = async (beginning: string) => {
    const sockets = new Set<Socket>();
    const server = createTcpServer((socket) => {
      sockets.add(socket.on('error', () => {}));
      socket.once('data', () => socket.write(beginning));
    });
    const store = connect(await listen(server), { silenceMs: 50 });
    const cause = { name: expect.stringMatching(/^(Body)?TimeoutError$/) };
    await expect(store.get('images/a')).rejects.toMatchObject({ code: 'unavailable', cause });
    for (const socket of sockets) socket.destroy();
  };
  await Promise.all(['', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf'].map(getFrom));
}, 30_000);

describe('a store that answers as scripted', () => {
  /** Answers with a status and a body by method, 500 to all others; records the methods. */
  async function scripted(answers: Readonly<Record<string, readonly [number, string?]>>) {
    const methods: string[] = [];
    const origin = await serve((request, response) => {
      methods.push(String(request.method));
      const [status, body] = answers[String(request.method)] ?? [500];
      request.resume().on('end', () => response.writeHead(status, { 'content-type': 'application/xml' }).end(body));
    });
    return { store: connect(origin), methods };
  }

  it('given objects that it does not delete, then deleting fails', async () => {
    const { store } = await scripted({
      GET: [200, '<ListBucketResult><Contents><Key>requests/1</Key></Contents></ListBucketResult>'],
      POST: [200, '<DeleteResult><Error><Key>requests/1</Key><Code>AccessDenied</Code></Error></DeleteResult>'],
    });
    await expect(store.deleteAll('requests/')).rejects.toMatchObject({
      code: 'unavailable',
      cause: { message: '1 objects could not be deleted' },
    });
  });

  const noPolicy = '<Error><Code>NoSuchBucketPolicy</Code><Message>none</Message></Error>';
  it('given a bucket that may not be opened, then allowing reads fails with the reason', async () => {
    const refusal = '<Error><Code>AccessDenied</Code><Message>blocked by BlockPublicPolicy</Message></Error>';
    const { store } = await scripted({ GET: [404, noPolicy], PUT: [403, refusal] });
    await expect(store.allowReads('images/')).rejects.toMatchObject({
      code: 'internal',
      cause: { message: 'blocked by BlockPublicPolicy' },
    });
  });

  // Other codes are in `reach-store.unit.test.ts`.
  it.each([
    ['413 of a proxy', 413, '<html><body><h1>413 Request Entity Too Large</h1><hr></body></html>'],
    ['403', 403, '<Error><Code>AccessDenied</Code><Message>no</Message></Error>'],
    ['411 without a body', 411, ''],
  ])('given a refusal (%s), then it is ours, no outage, and is not repeated', async (_, status, body) => {
    const { store, methods } = await scripted({ PUT: [status, body] });
    await expect(store.put('images/a', bytes('x'), 'image/jpeg')).rejects.toMatchObject({
      code: 'internal',
      cause: { $metadata: { httpStatusCode: status } },
    });
    expect(methods).toEqual(['PUT']);
  });

  it('given a failure, then it is tried three times', async () => {
    const { store, methods } = await scripted({ GET: [503] });
    await expect(store.get('images/a')).rejects.toMatchObject({ code: 'unavailable' });
    expect(methods).toEqual(['GET', 'GET', 'GET']);
  });
});

/** The embedded store, as one of before 2022 that wants `Content-MD5`; policies and rules it takes and forgets. */
const olderStore = () =>
  serve(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const body = await buffer(request);
    const isSetting = /[?&](policy|cors)\b/.test(url);
    const wantsMd5 = (method === 'POST' && /[?&]delete\b/.test(url)) || (method === 'PUT' && isSetting);
    if (wantsMd5 && headers['content-md5'] !== hash('md5', body, 'base64')) {
      const reason = 'Missing required header for this request: Content-Md5';
      response.writeHead(400).end(`<Error><Code>InvalidRequest</Code><Message>${reason}</Message></Error>`);
    } else if (isSetting) {
      const absent = url.includes('policy') ? 'NoSuchBucketPolicy' : 'NoSuchCORSConfiguration';
      if (method === 'PUT') response.writeHead(200).end();
      else response.writeHead(404).end(`<Error><Code>${absent}</Code><Message>none</Message></Error>`);
    } else {
      const forwarded = httpRequest(new URL(url, servers.imageStoreUrl), { method, headers });
      forwarded.on('response', (answer: IncomingMessage) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      });
      forwarded.end(body);
    }
  });

it('given a store that wants Content-MD5, then several objects are deleted there, and the bucket is opened', async () => {
  const store = connect(await olderStore());
  for (const name of ['requests/1/a', 'requests/1/b']) await store.put(name, Buffer.from(name), 'text/plain');
  expect(await store.deleteAll('requests/1/')).toBe(2);
  expect(await store.head('requests/1/a')).toBeNull();
  await store.allowReads('images/');
  await store.allowCrossOriginReads();
});

it('given virtual hosts, then the bucket is in the host of every address, signed or not', async () => {
  const resolve = dns.lookup as (...args: unknown[]) => void;
  const lookup = (_: string, ...rest: unknown[]) => resolve('127.0.0.1', ...rest);
  vi.spyOn(dns, 'lookup').mockImplementation(lookup as typeof dns.lookup);
  onTestFinished(() => void vi.restoreAllMocks());
  const objects = new Map<string, Buffer>();
  const hosts = new Set<string | undefined>();
  const origin = await serve(async (request, response) => {
    const { method, url = '', headers } = request;
    const name = url.split('?', 1)[0] ?? '';
    hosts.add(headers.host);
    if (method === 'PUT') objects.set(name, await buffer(request));
    const found = objects.get(name);
    response.writeHead(found ? 200 : 404).end(method === 'GET' ? found : undefined);
  });
  const host = `test.store.example:${new URL(origin).port}`;
  const store = connect(origin.replace('127.0.0.1', 'store.example'), { S3_FORCE_PATH_STYLE: false });
  await store.put('images/a.jpg', Buffer.from('picture'), 'image/jpeg');
  expect(Buffer.from((await store.get('images/a.jpg'))?.bytes ?? []).toString()).toBe('picture');
  expect((await store.addressOf('images/a.jpg')).href).toBe(`http://${host}/images/a.jpg`);
  expect(await (await fetch(await store.presign('images/a.jpg', 60))).text()).toBe('picture');
  expect([...hosts]).toEqual([host]);
});

it.each([
  ['https://store.example/under/it', undefined, 'https://store.example/under/it/test/a'],
  ['https://store.example', false, 'https://test.store.example/a'],
  [undefined, undefined, 'https://test.s3.us-east-1.amazonaws.com/a'],
  [undefined, true, 'https://s3.us-east-1.amazonaws.com/test/a'],
])('given endpoint %s and path style %s, then the address of an object is %s', async (endpoint, pathStyle, address) => {
  const store = connect(endpoint, pathStyle === undefined ? {} : { S3_FORCE_PATH_STYLE: pathStyle });
  expect((await store.addressOf('a')).href).toBe(address);
});
