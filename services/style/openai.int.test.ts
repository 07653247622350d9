import { handleRequest, openProviders, readCapabilityConfig } from '@styling/capability';
import { styleMeResult } from '@styling/contracts';
import { startFakeModels } from '@styling/fake-models';
import { silentLogger } from '@styling/telemetry';
import { acceptRequest, outcomeOfRequest, photo, startBusAndStore } from '@styling/testing';
import { expect, it, onTestFinished } from 'vitest';
import { variables } from './config.ts';
import { implementations } from './service.ts';
import { styleMe } from './style-me.ts';

it('given servers of OpenAI’s API, then one advises, the other makes the pictures, and a refused one is left out', async () => {
  const [servers, fakes] = await Promise.all([startBusAndStore(), startFakeModels()]);
  onTestFinished(() => Promise.all([servers.stop(), fakes.stop()]).then(() => {}));
  const S3_ENDPOINT = new URL(servers.imageStoreUrl).origin;
  const config = readCapabilityConfig(variables, {
    NATS_URL: 'unused',
    S3_BUCKET: 'test',
    S3_ENDPOINT,
    SELFIE_CHECK: 'off',
    ...fakes.openAi.variables(),
  });
  const clients = { bus: servers.bus, store: servers.store, log: silentLogger(), clock: () => new Date() };
  const providers = await openProviders('style', config, clients, implementations);
  onTestFinished(() => providers.close());
  const event = await acceptRequest(servers.store, {
    number: 1,
    endpoint: '/style_me',
    capability: 'style',
    imageCount: 2,
    input: { style_preferences: 'calm', occasion: 'office', num_outfits: 2 },
    images: { selfie_base64: await photo('grace-hopper.jpg') },
  });
  fakes.openAi.script([{}, { fault: 'refused' }]);

  const signal = new AbortController().signal;
  const perform = styleMe({ ...clients, providers, temporaryTtlSeconds: 3600 });
  await handleRequest(clients, 'style', perform, event, { deliveries: 1, lastAttempt: false, signal });

  const stored = await servers.store.get(`results/${event.data.request_id}`);
  const { outfits } = styleMeResult.parse(JSON.parse(Buffer.from(stored?.bytes ?? []).toString()));
  expect(outfits.map(({ object }) => object === null).sort()).toEqual([false, true]);
  expect(fakes.openAi.counts).toMatchObject({ chats: 1, edits: 2, made: 2 });
  expect(fakes.openAi.asked[0]?.prompt).toContain('<occasion>\noffice\n</occasion>');
  const outcome = await outcomeOfRequest(servers.bus, event.data.request_id);
  expect(outcome.at(-1)).toMatchObject({ type: 'request.completed', data: { status: 200 } });
});
