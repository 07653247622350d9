import { handleRequest, readCapabilityConfig } from '@styling/capability';
import { silentLogger } from '@styling/telemetry';
import {
  acceptRequest,
  type BusAndStore,
  type Canary,
  outcomeOfRequest,
  photo,
  startBusAndStore,
  startCanary,
} from '@styling/testing';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { variables } from './config.ts';
import { openTryOn } from './service.ts';

let servers: BusAndStore;
let requests = 0;
let canary: Canary;
beforeAll(async () => {
  [servers, canary] = await Promise.all([startBusAndStore(), startCanary()]);
});
afterAll(async () => {
  canary.stop();
  await servers.stop();
});

/** How the service, opened with these variables, answers a request whose picture is at a private address. */
async function answerToPrivateUrl(environment: Readonly<Record<string, string>>) {
  const config = readCapabilityConfig(variables, {
    NATS_URL: 'unused',
    S3_BUCKET: 'test',
    IMAGE_STORE_URL: servers.imageStoreUrl,
    STYLING_PROVIDER: 'ondevice',
    ...environment,
  });
  const clients = { bus: servers.bus, store: servers.store, log: silentLogger(), clock: () => new Date() };
  const { perform, providers, close } = await openTryOn(config, clients);
  onTestFinished(async () => {
    await close?.();
    await providers.close();
  });
  const event = await acceptRequest(servers.store, {
    number: ++requests,
    endpoint: '/try_on_outfit',
    capability: 'tryon',
    input: {
      clothing_description: '',
      clothing_image_url: `${canary.url}/outfit.jpg`,
      has_outfit: false,
      mode: 'model_shot',
      store_image: false,
    },
    images: { selfie_base64: await photo('grace-hopper.jpg') },
    imageCount: 1,
  });
  const delivery = { deliveries: 1, lastAttempt: false, signal: new AbortController().signal };
  await handleRequest(clients, 'tryon', perform, event, delivery);
  return (await outcomeOfRequest(servers.bus, event.data.request_id)).at(-1);
}

test('given a service without ALLOW_PRIVATE_URLS, then a private address is refused and not connected to', async () => {
  const error = { code: 'forbidden_url' };
  expect(await answerToPrivateUrl({})).toMatchObject({ data: { status: 400, error } });
  expect(canary.takeHits()).toBe(0);
});

test('given a service with ALLOW_PRIVATE_URLS, then a private address is connected to', async () => {
  const error = { code: 'unreachable_url', details: 'the server answered 404' };
  expect(await answerToPrivateUrl({ ALLOW_PRIVATE_URLS: '1' })).toMatchObject({ data: { status: 400, error } });
  expect(canary.takeHits()).toBe(1);
});
