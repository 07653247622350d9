import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ObjectStore, startObjectStore } from './object-store.ts';
import { CREDENTIALS, clientOf } from './store-client.fixture.ts';

const Bucket = 'styling-test';
/** The name of a selfie: it has no address. */
const Key = 'assets/a selfie+1';

let store: ObjectStore;
let client: S3Client;
let address: string;

beforeAll(async () => {
  store = await startObjectStore({ bucket: Bucket, credentials: CREDENTIALS });
  client = clientOf(store);
  address = `${store.url}/${Bucket}/${Key}`;
});
afterAll(async () => {
  client.destroy();
  await store.stop();
});
beforeEach(async () => {
  await client.send(new PutObjectCommand({ Bucket, Key, Body: 'selfie', Metadata: { owner: 'alice  b' } }));
});

const names = async () =>
  (await client.send(new ListObjectsV2Command({ Bucket }))).Contents?.map(({ Key }) => Key) ?? [];
const bodyOf = async (name = Key) =>
  (await client.send(new GetObjectCommand({ Bucket, Key: name }))).Body?.transformToString();
/** Status and code of S3. */
const answerOf = async (url: string, init: RequestInit = {}) => {
  const response = await fetch(url, init);
  return [response.status, /<Code>(\w+)<\/Code>/.exec(await response.text())?.[1]];
};
const nothingHappened = async () => {
  expect(await names()).toEqual([Key]);
  expect(await bodyOf()).toBe('selfie');
};

test('given a presigned URL, then it reads its object, until it has expired, and does nothing else', async () => {
  const presigned = (ageSeconds = 0) =>
    getSignedUrl(client, new GetObjectCommand({ Bucket, Key }), {
      expiresIn: 60,
      signingDate: new Date(Date.now() - ageSeconds * 1000),
    });
  const url = await presigned();
  expect(await (await fetch(url)).text()).toBe('selfie');
  expect(await answerOf(await presigned(90))).toEqual([403, 'AccessDenied']);
  expect(await answerOf(await presigned(-3600))).toEqual([403, 'AccessDenied']);
  const changed = (from: string | RegExp, to: string) => answerOf(url.replace(from, to));
  expect(await changed('Expires=60', 'Expires=600')).toEqual([403, 'SignatureDoesNotMatch']);
  expect(await changed('Expires=60', 'Expires=604801')).toEqual([403, 'AccessDenied']);
  expect(await changed('selfie', 'other')).toEqual([403, 'SignatureDoesNotMatch']);
  expect(await changed('assets/', 'assets//')).toEqual([403, 'SignatureDoesNotMatch']);
  expect(await changed('x-id=GetObject', 'x-id=GetObject&attributes')).toEqual([403, 'SignatureDoesNotMatch']);
  expect(await changed(/Signature=.{4}/, 'Signature=0000')).toEqual([403, 'SignatureDoesNotMatch']);
  expect(await changed('SignedHeaders=host', 'SignedHeaders=')).toEqual([403, 'AccessDenied']);
  expect(await answerOf(url.replace('127.0.0.1', 'localhost'))).toEqual([403, 'SignatureDoesNotMatch']);
  expect(await answerOf(url, { method: 'DELETE' })).toEqual([403, 'SignatureDoesNotMatch']);
  expect(await answerOf(url, { headers: { 'x-amz-meta-a': 'b' } })).toEqual([403, 'SignatureDoesNotMatch']);
  await nothingHappened();
});

test.each([
  ['another secret', { ...CREDENTIALS, AWS_SECRET_ACCESS_KEY: 'local' }, 'SignatureDoesNotMatch'],
  ['another key', { ...CREDENTIALS, AWS_ACCESS_KEY_ID: 'other' }, 'InvalidAccessKeyId'],
])('given %s, then every request is refused', async (_, credentials, name) => {
  const stranger = clientOf(store, credentials);
  const refused = expect.objectContaining({ name });
  await expect(stranger.send(new ListObjectsV2Command({ Bucket }))).rejects.toThrow(refused);
  await expect(stranger.send(new GetObjectCommand({ Bucket, Key }))).rejects.toThrow(refused);
  await expect(stranger.send(new PutObjectCommand({ Bucket, Key, Body: 'theirs' }))).rejects.toThrow(refused);
  await expect(stranger.send(new DeleteObjectCommand({ Bucket, Key }))).rejects.toThrow(refused);
  expect((await fetch(await getSignedUrl(stranger, new GetObjectCommand({ Bucket, Key })))).status).toBe(403);
  await nothingHappened();
});

const NO_SIGNATURE = `AWS4-HMAC-SHA256 Credential=local/20261122/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=${'0'.repeat(64)}`;
test.each([
  ['X-Amz-Signature=x', undefined],
  [`X-Amz-Signature=${'0'.repeat(64)}`, undefined],
  ['', 'any'],
  ['', NO_SIGNATURE],
])('given "%s" and %s, then nothing is listed, read, written or deleted', async (query, authorization) => {
  const headers = { ...(authorization && { authorization }) };
  const refused = [403, 'AccessDenied'];
  expect(await answerOf(`${store.url}/${Bucket}/?list-type=2&${query}`, { headers })).toEqual(refused);
  expect(await answerOf(`${address}?${query}`, { headers })).toEqual(refused);
  expect(await answerOf(`${address}?${query}`, { headers, method: 'PUT', body: 'theirs' })).toEqual(refused);
  expect(await answerOf(`${address}?${query}`, { headers, method: 'DELETE' })).toEqual(refused);
  await nothingHappened();
});

type Sent = { method: string; path: string; headers: Record<string, string | undefined>; body: unknown };
/** A client whose requests are changed after they were signed. */
const changing = (change: (request: Sent) => Partial<Sent>) => {
  const client = clientOf(store);
  client.middlewareStack.add(
    (next) => (args) => {
      Object.assign(args.request as Sent, change(args.request as Sent));
      return next(args);
    },
    { step: 'finalizeRequest', priority: 'low' },
  );
  return client;
};
const write = new PutObjectCommand({ Bucket, Key, Body: 'theirs', Metadata: { owner: 'bob' } });

test.each<[string, (request: Sent) => Partial<Sent>, string]>([
  ['another body', () => ({ body: Buffer.from('THEIRS') }), 'XAmzContentSHA256Mismatch'],
  ['another path', ({ path }) => ({ path: `${path}x` }), 'SignatureDoesNotMatch'],
  ['another method', () => ({ method: 'POST' }), 'SignatureDoesNotMatch'],
  [
    'another header',
    ({ headers }) => ({ headers: { ...headers, 'x-amz-meta-owner': 'eve' } }),
    'SignatureDoesNotMatch',
  ],
  [
    'one header more',
    ({ headers }) => ({ headers: { ...headers, 'x-amz-copy-source': 'a/b' } }),
    'SignatureDoesNotMatch',
  ],
  ['no digest of its body', ({ headers: { 'x-amz-content-sha256': _, ...headers } }) => ({ headers }), 'AccessDenied'],
])('given a request with %s than was signed, then it is refused', async (_, change, name) => {
  const changed = changing(change);
  await expect(changed.send(write)).rejects.toThrow(expect.objectContaining({ name }));
  await nothingHappened();
});

test.each([
  ['', 'application/x-www-form-urlencoded'],
  ['?delete', 'text/plain'],
  ['?delete&X-Amz-Signature=x', 'text/plain'],
  ['?uploads&X-Amz-Signature=x', 'multipart/form-data; boundary=x'],
])('given a form of another site to "%s" as %s, then it does nothing', async (query, type) => {
  const headers = { 'content-type': type, origin: 'https://evil.example' };
  const body = '<Delete><Object><Key>assets/a selfie+1</Key></Object></Delete>';
  for (const target of [`${store.url}/`, `${store.url}/${Bucket}/`, address]) {
    const response = await fetch(target + query, { method: 'POST', headers, body });
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([403, null]);
  }
  await nothingHappened();
});

describe('a target of a raw socket, as clients of HTTP rewrite such targets and attackers do not', () => {
  beforeAll(async () => {
    await client.send(new PutObjectCommand({ Bucket, Key: 'images/picture', Body: 'jpg' }));
  });

  /** The whole response to a request of these very bytes. */
  async function exchange(line: string, host = '127.0.0.1', headers = ''): Promise<string> {
    const socket = connect({ host: '127.0.0.1', port: store.port });
    await once(socket, 'connect');
    socket.write(`${line} HTTP/1.1\r\nHost: ${host}\r\n${headers}Connection: close\r\n\r\n`);
    return text(socket);
  }

  test.each(['localhost', 'localhost:9000', '127.0.0.1:1', '[::1]', '[::1]:9000'])(
    'given the host %s, then it is served',
    async (host) => {
      expect(await exchange('GET /styling-test/images/picture', host)).toMatch(/^HTTP\/1.1 200 .*jpg$/s);
    },
  );

  test.each(['styling.evil.example:9000', 'evil.example#localhost', 'localhost:9000@evil.example', '0.0.0.0:9000', ''])(
    'given the host "%s", as when a name of theirs resolves to this machine, then nothing is served',
    async (host) => {
      for (const line of ['GET /styling-test/images/picture', 'GET /images/picture', 'GET /?list-type=2']) {
        for (const signed of ['', '&X-Amz-Signature=x']) {
          const response = await exchange(`${line}${signed && (line.includes('?') ? signed : `?${signed}`)}`, host);
          expect(response).toMatch(/^HTTP\/1.1 403 /);
          expect(response).not.toMatch(/jpg$/);
        }
      }
    },
  );

  test.each([
    ['GET http://127.0.0.1/styling-test?list-type=2'],
    ['GET https://other.example/styling-test/images/picture'],
    ['DELETE http://127.0.0.1/styling-test/images/picture'],
    ['OPTIONS *'],
    ['GET /styling-test#/x?list-type=2'],
  ])('given the target of "%s", then it is refused as malformed, signed or not', async (line) => {
    expect(await exchange(line)).toMatch(/^HTTP\/1.1 400 /);
    expect(await exchange(line, undefined, 'Authorization: any\r\n')).toMatch(/^HTTP\/1.1 400 /);
  });

  test.each([
    ['GET /'],
    ['GET /styling-test'],
    ['GET //styling-test?list-type=2'],
    ['GET /%73tyling-test?list-type=2'],
    ['GET /other-bucket/images/picture'],
    ['POST /styling-test?delete'],
    ['OPTIONS /styling-test/images/picture'],
  ])('given "%s" without a signature, then it is refused', async (line) => {
    expect(await exchange(line)).toMatch(/^HTTP\/1.1 403 /);
  });

  test.each<[line: string, host?: string, headers?: string]>([
    ['GET /styling-test/%2f?list-type=2'],
    ['GET /styling-test/x?list-type=2'],
    ['GET /styling-test/%252e%252e/?list-type=2'],
    ['GET /styling-test/images/picture?list-type=2', '127.0.0.1', 'X-HTTP-Method-Override: DELETE\r\n'],
  ])('given "%s", then it names one object and lists nothing', async (line, host, headers) => {
    expect(await exchange(line, host, headers)).not.toContain('ListBucketResult');
    expect(await exchange('GET /styling-test/images/picture')).toMatch(/^HTTP\/1.1 200 /);
  });
});
