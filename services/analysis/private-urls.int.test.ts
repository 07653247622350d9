import { publish } from '@styling/bus';
import {
  acceptRequest,
  type Canary,
  eventsOfRequest,
  spawnService,
  startCanary,
  startTestServers,
  type TestServers,
} from '@styling/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let servers: TestServers;
let requests = 0;
let canary: Canary;
beforeAll(async () => {
  [servers, canary] = await Promise.all([startTestServers(), startCanary()]);
});
afterAll(async () => {
  canary.stop();
  await servers.stop();
});

/** How the running service answers a request whose picture is at a private address. */
async function answerToPrivateUrl() {
  const url = `${canary.url}/outfit.jpg`;
  const event = await acceptRequest(servers.store, {
    ...{ number: ++requests, endpoint: '/analyze_outfit', capability: 'analysis' },
    input: { image_url: url },
  });
  await publish(servers.bus, event);
  const last = async () => (await eventsOfRequest(servers.bus, event.data.request_id)).at(-1);
  await expect.poll(last, { timeout: 30_000 }).toMatchObject({ type: 'request.completed' });
  return last();
}

test('given a service started without ALLOW_PRIVATE_URLS, then a private address is refused and not connected to', async () => {
  await spawnService('analysis', servers, {});
  expect(await answerToPrivateUrl()).toMatchObject({ data: { status: 400, error: { code: 'forbidden_url' } } });
  expect(canary.takeHits()).toBe(0);
});

test('given a service started with ALLOW_PRIVATE_URLS, then a private address is connected to', async () => {
  await spawnService('analysis', servers, { ALLOW_PRIVATE_URLS: '1' });
  const error = { code: 'unreachable_url', details: 'the server answered 404' };
  expect(await answerToPrivateUrl()).toMatchObject({ data: { status: 400, error } });
  expect(canary.takeHits()).toBe(1);
});
