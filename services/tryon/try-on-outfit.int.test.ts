import { type Delivery, handleRequest, type Picture } from '@styling/capability';
import type { ImageCreated, RequestAccepted, TryOnInput } from '@styling/contracts';
import { publicOnly } from '@styling/fetching';
import { objectNames } from '@styling/objectstore';
import { ServiceError } from '@styling/service';
import { silentLogger } from '@styling/telemetry';
import { acceptRequest, outcomeOfRequest, photo, startTestServers, type TestServers } from '@styling/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TryOnOrder } from './provider.ts';
import { type TryOnDependencies, tryOnOutfit } from './try-on-outfit.ts';

let servers: TestServers;
let deps: TryOnDependencies;
let selfie: Buffer;
let requests = 0;

/** A provider that does as the test says and remembers what it was asked. */
const orders: TryOnOrder[] = [];
let answer: () => Promise<Picture>;
const picture = async (): Promise<Picture> => ({
  image: Buffer.from('a picture'),
  width: 30,
  height: 40,
  model: 'scripted-1',
  approximations: ['sleeves_kept'],
});

beforeAll(async () => {
  servers = await startTestServers();
  selfie = await photo('grace-hopper.jpg');
  deps = {
    bus: servers.bus,
    store: servers.store,
    clock: () => new Date(),
    log: silentLogger(),
    temporaryTtlSeconds: 3600,
    urlPolicy: publicOnly,
    imageStoreUrl: servers.imageStoreUrl,
    provider: {
      name: 'scripted',
      concurrency: 1,
      savesCheckpoints: false,
      async tryOn(order) {
        orders.push(order);
        return answer();
      },
      close: async () => {},
    },
  };
});
afterAll(() => servers.stop());
beforeEach(() => {
  orders.length = 0;
  answer = picture;
});

/** A request whose input lies in the store, as the gateway leaves it. */
const accepted = (input: Partial<TryOnInput> = {}, deadline?: Date): Promise<RequestAccepted> =>
  acceptRequest(servers.store, {
    number: ++requests,
    endpoint: '/try_on_outfit',
    capability: 'tryon',
    input: {
      clothing_description: 'a red coat',
      clothing_image_url: null,
      has_outfit: false,
      mode: 'model_shot',
      store_image: false,
      ...input,
    },
    images: { selfie_base64: selfie, ...(input.has_outfit && { outfit_base64: Buffer.from('outfit') }) },
    imageCount: 1,
    ...(deadline && { deadline }),
  });

const deliver = (event: RequestAccepted, delivery: Partial<Delivery> = {}) =>
  handleRequest(deps, 'tryon', tryOnOutfit(deps), event, {
    deliveries: 1,
    lastAttempt: false,
    signal: new AbortController().signal,
    ...delivery,
  });

const saidOf = ({ data: { request_id } }: RequestAccepted) => outcomeOfRequest(servers.bus, request_id);
const inputIsGone = async ({ data }: RequestAccepted) => (await servers.store.head(data.input)) === null;

describe('a try-on request', () => {
  it('given a picture from the provider, stores it, publishes its events, and deletes the input', async () => {
    const event = await accepted();
    await deliver(event);
    const [image_id] = event.data.image_ids;
    const said = await saidOf(event);
    expect(said.map(({ type }) => type)).toEqual(['image.created', 'request.completed']);
    expect(said[0]?.data).toMatchObject({
      ...{ image_id, object: `images/${image_id}.jpg`, bytes: 9, width: 30, height: 40, persistent: false },
      ...{ provider: 'scripted', model: 'scripted-1', approximations: ['sleeves_kept'], category: 'try-on' },
      sha256: '92b2fa58028958317e408bd84ecfa70f5ee35b121991dbc232c49d166353708b',
    });
    expect(said[1]?.data).toMatchObject({ status: 200, error: null, result: { image_id, mime_type: 'image/jpeg' } });
    const stored = await servers.store.get(`images/${image_id}.jpg`);
    expect(Buffer.from(stored?.bytes ?? []).toString()).toBe('a picture');
    expect(await inputIsGone(event)).toBe(true);
  });

  it('passes selfie, text and mode to the provider, and the outfit picture in preference to the URL', async () => {
    await deliver(await accepted({ has_outfit: true, clothing_image_url: 'http://127.0.0.1/never-fetched' }));
    expect(orders).toHaveLength(1);
    expect(orders[0]).toMatchObject({ description: 'a red coat', mode: 'model_shot' });
    expect(Buffer.from(orders[0]?.selfie ?? []).equals(selfie)).toBe(true);
    expect(Buffer.from(orders[0]?.reference?.bytes ?? []).toString()).toBe('outfit');
  });

  it('stores an image permanently or with an expiry', async () => {
    const kept = await accepted({ store_image: true });
    const temporary = await accepted();
    await deliver(kept);
    await deliver(temporary);
    expect((await saidOf(kept))[0]?.data).toMatchObject({ persistent: true, expires_at: null });
    const [created] = await saidOf(temporary);
    const { expires_at } = (created as ImageCreated).data;
    expect(Date.parse(expires_at ?? '') - Date.parse(created?.time ?? '')).toBe(3_600_000);
  });

  it('given a redelivery, makes no second picture and publishes nothing new', async () => {
    const event = await accepted();
    await deliver(event);
    const first = await saidOf(event);
    await deliver(event, { deliveries: 2 });
    expect(orders).toHaveLength(1);
    expect(await saidOf(event)).toEqual(first);
  });

  it('given a crash between picture and event, publishes the facts stored with the picture', async () => {
    const event = await accepted();
    const { signal } = new AbortController();
    await tryOnOutfit(deps)(event.data, { deliveries: 1, lastAttempt: false, signal });
    expect(await saidOf(event)).toEqual([]);
    await deliver(event, { deliveries: 2 });
    expect(orders).toHaveLength(1);
    expect((await saidOf(event)).map(({ type }) => type)).toEqual(['image.created', 'request.completed']);
  });

  it.each([
    [
      'a fault of the request',
      new ServiceError('no_person', { field: 'selfie_base64' }),
      400,
      'selfie_base64 must show a person',
    ],
    ['a fault of ours', new TypeError('secret detail'), 500, 'Internal server error'],
  ])('given %s, ends the request with its public error', async (_, fault, status, message) => {
    answer = () => Promise.reject(fault);
    const event = await accepted();
    await deliver(event);
    const said = await saidOf(event);
    expect(said.map(({ data }) => data)).toMatchObject([{ status, result: null, error: { message } }]);
    expect(JSON.stringify(said)).not.toContain('secret detail');
    expect(await inputIsGone(event)).toBe(true);
  });

  it('given an unavailable store, asks for redelivery, and fails at the last attempt', async () => {
    answer = () => Promise.reject(new ServiceError('unavailable'));
    const event = await accepted();
    await expect(deliver(event)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await saidOf(event)).toEqual([]);
    expect(await inputIsGone(event)).toBe(false);
    await deliver(event, { lastAttempt: true });
    expect((await saidOf(event)).map(({ data }) => data)).toMatchObject([{ status: 503 }]);
  });

  it('given a deadline that has passed, does not start', async () => {
    const event = await accepted({}, new Date(Date.now() - 1));
    await deliver(event);
    expect(orders).toHaveLength(0);
    expect((await saidOf(event)).map(({ data }) => data)).toMatchObject([{ status: 504 }]);
  });

  it('given a deadline that has passed since an earlier delivery, finishes', async () => {
    const event = await accepted({}, new Date(Date.now() - 1));
    await deliver(event, { deliveries: 2 });
    expect((await saidOf(event)).map(({ type }) => type)).toEqual(['image.created', 'request.completed']);
  });

  it('given a missing input, leaves the request as it was ended', async () => {
    const event = await accepted();
    await servers.store.deleteAll(objectNames.ofRequest(event.data.request_id));
    await deliver(event);
    expect(await saidOf(event)).toEqual([]);
  });

  it('given a crash between deletion of the input and completion, completes the request', async () => {
    const event = await accepted();
    const { signal } = new AbortController();
    await tryOnOutfit(deps)(event.data, { deliveries: 1, lastAttempt: false, signal });
    await servers.store.delete(event.data.input);
    await deliver(event, { deliveries: 2 });
    expect(orders).toHaveLength(1);
    expect((await saidOf(event)).map(({ type }) => type)).toEqual(['image.created', 'request.completed']);
  });

  it('given a private address, names the field', async () => {
    const event = await accepted({ clothing_image_url: 'http://127.0.0.1:1/a.jpg' });
    await deliver(event);
    expect((await saidOf(event)).map(({ data }) => data)).toMatchObject([
      { status: 400, error: { message: 'clothing_image_url must be a public address' } },
    ]);
  });
});
