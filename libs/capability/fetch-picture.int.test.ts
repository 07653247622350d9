import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { anywhere, publicOnly } from '@styling/fetching';
import { startObjectStore, THROWAWAY_STORE_CREDENTIALS } from '@styling/local-servers';
import { connectObjectStore, type ObjectStore } from '@styling/objectstore';
import { photo } from '@styling/testing/photos';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { fetchPicture, type PictureSources } from './fetch-picture.ts';

let folder: string;
let server: Awaited<ReturnType<typeof startObjectStore>>;
let store: ObjectStore;
let sources: PictureSources;
let picture: Buffer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'picture-'));
  await chmod(folder, 0o755);
  const credentials = THROWAWAY_STORE_CREDENTIALS;
  server = await startObjectStore({ dataDir: folder, bucket: 'test', credentials });
  Object.assign(process.env, credentials);
  store = connectObjectStore({ S3_ENDPOINT: server.url, S3_BUCKET: 'test', AWS_REGION: 'us-east-1' });
  picture = await photo('grace-hopper.jpg');
  await store.put('images/img_1.jpg', picture, 'image/jpeg');
  await store.put('requests/req_1/selfie', picture, 'image/jpeg');
  sources = { store, imageStoreUrl: `${server.url}/test`, urlPolicy: publicOnly };
});
afterAll(async () => {
  store.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const refusal = (url: string, from: PictureSources = sources) =>
  fetchPicture(from, url, 'image_url').then(
    () => 'fetched',
    (error) => error.code as string,
  );

it('given the address of one of our own images, then it is had although no fetch may go there', async () => {
  const bytes = await fetchPicture(sources, `${sources.imageStoreUrl}/images/img_1.jpg`, 'image_url');
  expect(Buffer.compare(bytes, picture)).toBe(0);
  expect(await refusal(`${sources.imageStoreUrl}/images/img_2.jpg`)).toBe('unreachable_url');
});

it.each([
  '/requests/req_1/selfie',
  '/images/../requests/req_1/selfie',
  '/images/%2e%2e/requests/req_1/selfie',
  '/images/img_1.jpg?x=1',
  '/images/img_1.jpg/../../requests/req_1/selfie',
  '//images/img_1.jpg',
  '.evil.example/images/img_1.jpg',
])('given our own store with %s behind it, then it is an address like any other, and forbidden', async (rest) => {
  expect(await refusal(sources.imageStoreUrl + rest)).toMatch(/^(forbidden|unreachable)_url$/);
});

it('given what is no picture, then that is said, whatever the server calls it', async () => {
  const liar = createServer((_, response) => response.setHeader('content-type', 'image/jpeg').end('<svg/>'));
  await new Promise<void>((resolve) => liar.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void liar.close());
  const url = `http://127.0.0.1:${(liar.address() as AddressInfo).port}/a.jpg`;
  expect(await refusal(url, { ...sources, urlPolicy: anywhere })).toBe('not_an_image');
  expect(await refusal(url)).toBe('forbidden_url');
});
