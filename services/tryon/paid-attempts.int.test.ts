import { handleRequest, openProviders, readCapabilityConfig } from '@styling/capability';
import type { RequestAccepted } from '@styling/contracts';
import {
  type Behaviour,
  breaksAfter,
  expires,
  type FakeModels,
  type OpenAiBehaviour,
  resetsAfter,
  startFakeModels,
} from '@styling/fake-models';
import { anywhere } from '@styling/fetching';
import { silentLogger } from '@styling/telemetry';
import {
  acceptRequest,
  type BusAndStore,
  outcomeOfRequest,
  photo,
  shortPause,
  startBusAndStore,
} from '@styling/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { variables } from './config.ts';
import { implementations } from './service.ts';
import { tryOnOutfit } from './try-on.ts';

// What two paid vendors begin for one picture, whatever they answer and however often it is delivered.

let servers: BusAndStore;
let fakes: FakeModels;
let selfie: Buffer;
let requests = 0;
beforeAll(async () => {
  [servers, fakes] = await Promise.all([startBusAndStore(), startFakeModels()]);
  selfie = await photo('grace-hopper.jpg');
});
afterAll(() => Promise.all([servers.stop(), fakes.stop()]));
beforeEach(() => {
  fakes.replicate.reset();
  fakes.openAi.reset();
});

const accept = () =>
  acceptRequest(servers.store, {
    number: ++requests,
    endpoint: '/try_on_outfit',
    capability: 'tryon',
    imageCount: 1,
    input: {
      clothing_description: 'a red coat',
      clothing_image_url: null,
      has_outfit: false,
      mode: 'model_shot',
      store_image: false,
    },
    images: { selfie_base64: selfie },
  });

/** A delivery to a worker that was just started. */
async function deliver(event: RequestAccepted, list: string, deliveries: number): Promise<void> {
  const config = readCapabilityConfig(variables, {
    NATS_URL: 'unused',
    S3_BUCKET: 'test',
    S3_ENDPOINT: new URL(servers.imageStoreUrl).origin,
    IMAGE_STORE_URL: servers.imageStoreUrl,
    SELFIE_CHECK: 'off',
    ...fakes.openAi.variables('openai'),
    OPENAI_IMAGES_PAID: '1',
    ...fakes.variables,
    STYLING_PROVIDER: list,
  });
  const { bus, store, imageStoreUrl } = servers;
  const clients = { bus, store, log: silentLogger(), clock: () => new Date(), sleep: shortPause };
  const providers = await openProviders('tryon', config, clients, implementations);
  const perform = tryOnOutfit({ ...clients, providers, imageStoreUrl, temporaryTtlSeconds: 3600, urlPolicy: anywhere });
  const delivery = { deliveries, lastAttempt: deliveries === 5, signal: new AbortController().signal };
  await handleRequest(clients, 'tryon', perform, event, delivery).finally(() => providers.close());
}

/** Predictions and pictures that would be billed. */
const begun = () => fakes.replicate.predictions.length + fakes.openAi.counts.made;
const away: OpenAiBehaviour = { fault: 'unavailable after' };
const nothing: Behaviour = { end: { fields: { output: null } } };

it.each<[string, string, Behaviour, OpenAiBehaviour, number, number]>([
  ['503 of both, although they began', 'replicate,openai-images', breaksAfter(503), away, 2, 503],
  ['503 of both, although they began', 'openai-images,replicate', breaksAfter(503), away, 2, 503],
  ['503 of both, although they began', 'openai-images:1,replicate:1', breaksAfter(503), away, 2, 503],
  ['outputs that are null', 'replicate,openai-images', nothing, away, 2, 500],
  ['outputs that are removed', 'replicate,openai-images', expires(), {}, 2, 500],
  ['lost responses', 'replicate,openai-images', resetsAfter(), { fault: 'reset after' }, 1, 500],
  ['lost responses', 'openai-images,replicate', resetsAfter(), { fault: 'reset after' }, 1, 500],
  [
    'a first vendor that throttles',
    'openai-images,replicate',
    nothing,
    { fault: 'throttled', retryAfter: '900' },
    2,
    500,
  ],
  ['a second vendor that is needed', 'openai-images,replicate', {}, { fault: 'out of credit' }, 1, 200],
])(
  'given %s (%s), then as many are begun in all deliveries as may be',
  async (_, list, hosted, other, most, status) => {
    for (const model of ['google/nano-banana-2', 'bytedance/seedream-4.5']) fakes.replicate.behave(model, hosted);
    fakes.openAi.behave(other);
    const event = await accept();
    for (let deliveries = 1; deliveries <= 5; deliveries++)
      await deliver(event, list, deliveries).catch(() => undefined);
    expect(begun()).toBe(most);
    const [ending] = (await outcomeOfRequest(servers.bus, event.data.request_id)).filter(
      ({ type }) => type === 'request.completed',
    );
    expect(ending?.data).toMatchObject({ status });
  },
);

it('given a 503 although it began, once, then the next delivery makes the picture with the same vendor', async () => {
  fakes.replicate.script([breaksAfter(503)]);
  const event = await accept();
  await expect(deliver(event, 'replicate,openai-images', 1)).rejects.toMatchObject({ code: 'unavailable' });
  await deliver(event, 'replicate,openai-images', 2);
  const [created, completed] = await outcomeOfRequest(servers.bus, event.data.request_id);
  expect([created?.data, completed?.data]).toMatchObject([{ provider: 'replicate' }, { status: 200 }]);
  expect(begun()).toBe(2);
});
