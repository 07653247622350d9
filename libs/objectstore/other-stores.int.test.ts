import { hash } from 'node:crypto';
import dns from 'node:dns';
import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type BusAndStore, startBusAndStore } from '@styling/testing';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { connectObjectStore } from './connect.ts';
import type { ObjectStore } from './object-store.ts';

let servers: BusAndStore;
beforeAll(async () => {
  servers = await startBusAndStore();
});
afterAll(() => servers.stop());

async function listen(answer: RequestListener): Promise<number> {
  const server = createServer(answer);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

function connect(S3_ENDPOINT: string, more: { S3_FORCE_PATH_STYLE?: boolean } = {}): ObjectStore {
  const store = connectObjectStore({ S3_ENDPOINT, S3_BUCKET: 'test', AWS_REGION: 'us-east-1', ...more });
  onTestFinished(() => store.close());
  return store;
}

/** The embedded store, as one of before 2022 that wants `Content-MD5`; policies and rules it takes and forgets. */
const olderStore = () =>
  listen(async (request, response) => {
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
  const store = connect(`http://127.0.0.1:${await olderStore()}`);
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
  const port = await listen(async (request, response) => {
    const { method, url = '', headers } = request;
    const name = url.split('?', 1)[0] ?? '';
    hosts.add(headers.host);
    if (method === 'PUT') objects.set(name, await buffer(request));
    const found = objects.get(name);
    response.writeHead(found ? 200 : 404).end(method === 'GET' ? found : undefined);
  });
  const store = connect(`http://store.example:${port}`, { S3_FORCE_PATH_STYLE: false });
  await store.put('images/a.jpg', Buffer.from('picture'), 'image/jpeg');
  expect(Buffer.from((await store.get('images/a.jpg'))?.bytes ?? []).toString()).toBe('picture');
  expect((await store.addressOf('images/a.jpg')).href).toBe(`http://test.store.example:${port}/images/a.jpg`);
  expect(await (await fetch(await store.presign('images/a.jpg', 60))).text()).toBe('picture');
  expect([...hosts]).toEqual([`test.store.example:${port}`]);
});

it.each([
  ['https://store.example', undefined, 'https://store.example/test/a'],
  ['https://store.example', true, 'https://store.example/test/a'],
  ['https://store.example/under/it', undefined, 'https://store.example/under/it/test/a'],
  ['https://store.example', false, 'https://test.store.example/a'],
  [undefined, undefined, 'https://test.s3.us-east-1.amazonaws.com/a'],
  [undefined, true, 'https://s3.us-east-1.amazonaws.com/test/a'],
])('given endpoint %s and path style %s, then the address of an object is %s', async (endpoint, pathStyle, address) => {
  const store = connectObjectStore({
    ...{ S3_BUCKET: 'test', AWS_REGION: 'us-east-1' },
    ...(endpoint !== undefined && { S3_ENDPOINT: endpoint }),
    ...(pathStyle !== undefined && { S3_FORCE_PATH_STYLE: pathStyle }),
  });
  expect((await store.addressOf('a')).href).toBe(address);
  store.close();
});
