import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ObjectStore, startObjectStore } from './object-store.ts';
import { CREDENTIALS, clientOf } from './store-client.fixture.ts';

const bucket = 'styling-test';
let dataDir: string;
let store: ObjectStore;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'object-store-'));
  store = await startObjectStore({ dataDir, bucket, credentials: CREDENTIALS });
});

afterEach(async () => {
  await store.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const put = (key: string, body: string) =>
  clientOf(store).send(
    new PutObjectCommand({
      Bucket: bucket,
      Key: key,
      Body: Buffer.from(body),
      ContentType: 'image/png',
      CacheControl: 'private, max-age=60',
      Metadata: { owner: 'alice' },
    }),
  );

test('given the deletion of objects, then a folder goes with its last one, and no other', async () => {
  const client = clientOf(store);
  for (const key of ['results/a/b/1', 'results/a/b/2', 'results/c']) await put(key, 'picture');
  const remove = (Key: string) => client.send(new DeleteObjectCommand({ Bucket: bucket, Key }));
  const folders = () => readdir(join(dataDir, 'buckets', bucket, 'objects'), { recursive: true });
  await remove('results/a/b/1');
  expect(await folders()).toEqual(expect.arrayContaining(['results/a/b/2.data', 'results/c.data']));
  await remove('results/a/b/2');
  expect((await folders()).sort()).toEqual(['results', 'results/c.data', 'results/c.meta.json']);
  await remove('results/c');
  expect(await folders()).toEqual([]);
});

test('given a restart, then bytes, type and metadata are still there', async () => {
  await put('results/a.png', 'picture');
  await store.stop();
  store = await startObjectStore({ dataDir, bucket, credentials: CREDENTIALS });

  const got = await clientOf(store).send(new GetObjectCommand({ Bucket: bucket, Key: 'results/a.png' }));
  expect(got).toMatchObject({
    ContentType: 'image/png',
    CacheControl: 'private, max-age=60',
    Metadata: { owner: 'alice' },
  });
  expect(await got.Body?.transformToString()).toBe('picture');
});

test('given nothing but the address of an object, then anybody can read it under images/ and do nothing else', async () => {
  await put('images/a.png', 'picture');
  await put('results/a.png', 'private');
  const address = `${store.url}/${bucket}/images/a.png`;

  const read = await fetch(address);
  expect([read.status, read.headers.get('content-type'), await read.text()]).toEqual([200, 'image/png', 'picture']);
  const allowed = 'access-control-allow-origin';
  expect(read.headers.get(allowed)).toBe('*');
  const secret = await fetch(`${store.url}/${bucket}/results/a.png`);
  expect([secret.status, secret.headers.get(allowed)]).toEqual([403, null]);
  expect((await fetch(`${store.url}/${bucket}`)).status).toBe(403);
  expect((await fetch(`${store.url}/${bucket}/?list-type=2`)).status).toBe(403);
  expect((await fetch(address, { method: 'DELETE' })).status).toBe(403);
  expect((await fetch(address, { method: 'PUT', body: 'other' })).status).toBe(403);
  expect(await (await fetch(address)).text()).toBe('picture');
});

test('given a key that climbs out of its folder, then it is refused', async () => {
  const status = await new Promise((resolve, reject) => {
    const path = `/${bucket}/..%2f..%2f..%2fescaped`;
    httpRequest(`${store.url}`, { method: 'PUT', path, headers: { authorization: 'x' } }, (response) =>
      resolve(response.resume().statusCode),
    )
      .on('error', reject)
      .end('x');
  });
  expect(status).toBe(400);
});

test('given an address of this machine other than loopback, then nobody listens there', async () => {
  const outside = Object.values(networkInterfaces())
    .flat()
    .filter((entry) => entry && !entry.internal && entry.family === 'IPv4')
    .map((entry) => entry?.address);
  for (const address of [...outside, '127.0.0.2']) {
    await expect(fetch(`http://${address}:${store.port}/health`)).rejects.toThrow();
  }
});

test('given a description file that a kill tore, then the store starts and has the other objects', async () => {
  await put('images/a.png', 'picture');
  await put('images/b.png', 'other');
  await store.stop();
  await writeFile(join(dataDir, 'buckets', bucket, 'objects', 'images', 'b.png.meta.json'), '{"key":"imag');
  const lines: string[] = [];
  store = await startObjectStore({ dataDir, bucket, credentials: CREDENTIALS, notify: (line) => lines.push(line) });

  expect((await fetch(`${store.url}/${bucket}/images/a.png`)).status).toBe(200);
  expect((await fetch(`${store.url}/${bucket}/images/b.png`)).status).toBe(404);
  expect(lines).toEqual(['removed 1 object(s) that a kill left half written']);
});
