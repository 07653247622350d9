import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { publish } from '@styling/bus';
import {
  acceptRequest,
  eventsOfRequest,
  photo,
  spawnService,
  startTestServers,
  type TestServers,
} from '@styling/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let servers: TestServers;
let requests = 0;
let hits = 0;
const canary = createServer((_, response) => {
  hits++;
  response.writeHead(404).end();
});
beforeAll(async () => {
  servers = await startTestServers();
  await once(canary.listen(0, '127.0.0.1'), 'listening');
});
afterAll(async () => {
  canary.close();
  await servers.stop();
});
beforeEach(() => {
  hits = 0;
});

/** How the running service answers a request whose picture is at a private address. */
async function answerToPrivateUrl() {
  const url = `http://127.0.0.1:${(canary.address() as AddressInfo).port}/outfit.jpg`;
  const event = await acceptRequest(servers.store, {
    ...{ number: ++requests, endpoint: '/try_on_outfit', capability: 'tryon' },
    input: {
      ...{ clothing_description: '', clothing_image_url: url, has_outfit: false },
      ...{ mode: 'model_shot', store_image: false },
    },
    images: { selfie_base64: await photo('grace-hopper.jpg') },
    imageCount: 1,
  });
  await publish(servers.bus, event);
  const last = async () => (await eventsOfRequest(servers.bus, event.data.request_id)).at(-1);
  await expect.poll(last, { timeout: 30_000 }).toMatchObject({ type: 'request.completed' });
  return last();
}

const main = new URL('./main.ts', import.meta.url);

test('given a service started without ALLOW_PRIVATE_URLS, then a private address is refused and not connected to', async () => {
  await spawnService(main, servers, {});
  expect(await answerToPrivateUrl()).toMatchObject({ data: { status: 400, error: { code: 'forbidden_url' } } });
  expect(hits).toBe(0);
});

test('given a service started with ALLOW_PRIVATE_URLS, then a private address is connected to', async () => {
  await spawnService(main, servers, { ALLOW_PRIVATE_URLS: '1' });
  expect(await answerToPrivateUrl()).toMatchObject({ data: { status: 400, error: { code: 'unreachable_url' } } });
  expect(hits).toBe(1);
});
