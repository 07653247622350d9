import { handleRequest, openProviders, readCapabilityConfig } from '@styling/capability';
import { startFakeModels } from '@styling/fake-models';
import { anywhere } from '@styling/fetching';
import { silentLogger } from '@styling/telemetry';
import { acceptRequest, eventsOfRequest, outcomeOfRequest, photo, startBusAndStore } from '@styling/testing';
import { expect, it, onTestFinished } from 'vitest';
import { variables } from './config.ts';
import { implementations } from './service.ts';
import { tryOnOutfit } from './try-on.ts';

it('given a server that takes two pictures, then two garments are dressed in two passes, with the seed', async () => {
  const [servers, fakes] = await Promise.all([startBusAndStore(), startFakeModels()]);
  onTestFinished(() => Promise.all([servers.stop(), fakes.stop()]).then(() => {}));
  const S3_ENDPOINT = new URL(servers.imageStoreUrl).origin;
  const config = readCapabilityConfig(variables, {
    NATS_URL: 'unused',
    S3_BUCKET: 'test',
    S3_ENDPOINT,
    SELFIE_CHECK: 'off',
    IMAGE_STORE_URL: servers.imageStoreUrl,
    OPENAI_IMAGES_MAX_PICTURES: '2',
    ...fakes.openAi.variables(),
  });
  const clients = { bus: servers.bus, store: servers.store, log: silentLogger(), clock: () => new Date() };
  const providers = await openProviders('tryon', config, clients, implementations);
  onTestFinished(() => providers.close());
  const selfie = await photo('grace-hopper.jpg');
  const picture = { description: 'a jacket', category: 'outerwear', image_url: null };
  const event = await acceptRequest(servers.store, {
    number: 1,
    endpoint: '/try_on_outfit',
    capability: 'tryon',
    imageCount: 1,
    input: {
      ...{
        clothing_description: '',
        clothing_image_url: null,
        has_outfit: false,
        store_image: false,
        mode: 'model_shot',
      },
      garments: [
        { ...picture, picture: 'garments.0.image_base64' },
        { ...picture, description: 'trousers', category: 'bottom', picture: 'garments.1.image_base64' },
      ],
      seed: 7,
      selfie_field: 'selfie_base64',
      variants: null,
    },
    images: { selfie_base64: selfie, 'garments.0.image_base64': selfie, 'garments.1.image_base64': selfie },
  });

  const signal = new AbortController().signal;
  const sources = { imageStoreUrl: servers.imageStoreUrl, urlPolicy: anywhere };
  const perform = tryOnOutfit({ ...clients, ...sources, providers, temporaryTtlSeconds: 3600 });
  await handleRequest(clients, 'tryon', perform, event, { deliveries: 1, lastAttempt: false, signal });

  const outcome = await outcomeOfRequest(servers.bus, event.data.request_id);
  expect(outcome.at(-1)).toMatchObject({
    type: 'request.completed',
    data: { status: 200, result: { variants: [{ seed: 7 }] } },
  });
  const asked = fakes.openAi.asked.map((one) =>
    'parameters' in one ? [one.pictures.length, one.parameters.seed] : [],
  );
  expect(asked).toEqual([
    [2, '7'],
    [2, '7'],
  ]);
  const image = (await eventsOfRequest(servers.bus, event.data.request_id)).find(
    ({ type }) => type === 'image.created',
  );
  expect(image?.data).toMatchObject({ provider: 'openai-images', model: 'black-forest-labs/FLUX.2-klein-4B' });
  // What a redelivery would have taken goes with the input.
  for await (const page of servers.store.list(`requests/${event.data.request_id}`)) expect(page).toEqual([]);
});
