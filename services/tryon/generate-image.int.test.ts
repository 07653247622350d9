import { handleRequest } from '@styling/capability';
import { onlyProvider } from '@styling/capability/only-provider.fixture.ts';
import type { GenerateImageInput, RequestAccepted } from '@styling/contracts';
import { publicOnly } from '@styling/fetching';
import { silentLogger } from '@styling/telemetry';
import { acceptRequest, type BusAndStore, outcomeOfRequest, photo, startBusAndStore } from '@styling/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TryOnOperations, TryOnOrder } from './provider.ts';
import { generateImage, type TryOnDependencies } from './try-on.ts';

let servers: BusAndStore;
let approximations: string[] = [];
let deps: TryOnDependencies;
let requests = 0;
const orders: TryOnOrder[] = [];

beforeAll(async () => {
  servers = await startBusAndStore();
  deps = {
    bus: servers.bus,
    store: servers.store,
    clock: () => new Date(),
    log: silentLogger(),
    temporaryTtlSeconds: 3600,
    urlPolicy: publicOnly,
    imageStoreUrl: servers.imageStoreUrl,
    providers: onlyProvider<TryOnOperations>(
      {
        name: 'scripted',
        checkSelfie: async () => true,
        async tryOn(order) {
          orders.push(order);
          return { image: Buffer.from('a picture'), width: 3, height: 4, model: 'scripted-1', approximations };
        },
      },
      { bus: servers.bus, store: servers.store, clock: () => new Date(), log: silentLogger() },
    ),
  };
});
afterAll(() => servers.stop());

const accepted = async (mode: GenerateImageInput['mode']): Promise<RequestAccepted> =>
  acceptRequest(servers.store, {
    number: ++requests,
    endpoint: '/generate_image',
    capability: 'tryon',
    input: { clothing_description: 'a red coat', clothing_image_url: null, mode } satisfies GenerateImageInput,
    images: { selfie_base64: await photo('grace-hopper.jpg') },
  });
const deliver = (event: RequestAccepted, deliveries = 1) =>
  handleRequest(deps, 'tryon', generateImage(deps), event, {
    deliveries,
    lastAttempt: false,
    signal: new AbortController().signal,
  });

describe('a generate request', () => {
  it.each([
    ['studio', 'studio'],
    ['environment', 'setting'],
  ] as const)('in mode %s, leaves its picture for the gateway and no record', async (mode, scene) => {
    const event = await accepted(mode);
    await deliver(event);
    const object = `results/${event.data.request_id}`;
    const said = await outcomeOfRequest(servers.bus, event.data.request_id);
    expect(said.map(({ type }) => type)).toEqual(['request.completed']);
    expect(said[0]?.data).toMatchObject({ status: 200, result: { object, mime_type: 'image/jpeg', image_id: null } });
    expect(Buffer.from((await servers.store.get(object))?.bytes ?? []).toString()).toBe('a picture');
    expect(orders.at(-1)).toMatchObject({ scene, garments: [{ description: 'a red coat' }] });
    expect(await servers.store.head(event.data.input)).toBeNull();
  });

  it('given a repeatable request, stores its picture under answers/', async () => {
    const event = await accepted('studio');
    await deliver({ ...event, data: { ...event.data, repeatable: true } });
    const object = `answers/${event.data.request_id}`;
    expect((await outcomeOfRequest(servers.bus, event.data.request_id))[0]?.data).toMatchObject({ result: { object } });
    expect(await servers.store.head(object)).not.toBeNull();
  });

  it('given a model that could only approximate, says so in its ending, sorted, also after a redelivery', async () => {
    approximations = ['sleeves_kept', 'cut_kept'];
    const event = await accepted('studio');
    const { request_id } = event.data;
    const cannotDelete = { ...servers.store, delete: () => Promise.reject(new Error('away')) };
    await expect(
      handleRequest({ ...deps, store: cannotDelete }, 'tryon', generateImage(deps), event, {
        deliveries: 1,
        lastAttempt: false,
        signal: new AbortController().signal,
      }),
    ).rejects.toThrow('away');
    approximations = [];
    await deliver(event, 2);
    expect((await outcomeOfRequest(servers.bus, request_id))[0]?.data).toMatchObject({
      status: 200,
      cost: 1,
      approximations: ['cut_kept', 'sleeves_kept'],
    });
  });
});
