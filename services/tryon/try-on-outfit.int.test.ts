import { type Delivery, handleRequest, type Picture } from '@styling/capability';
import { onlyProvider } from '@styling/capability/only-provider.fixture.ts';
import type { ImageCreated, RequestAccepted, TryOnInput } from '@styling/contracts';
import { publicOnly } from '@styling/fetching';
import { ServiceError } from '@styling/service';
import { silentLogger } from '@styling/telemetry';
import { acceptRequest, type BusAndStore, outcomeOfRequest, photo, startBusAndStore } from '@styling/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TryOnOperations, TryOnOrder } from './provider.ts';
import { type TryOnDependencies, tryOnOutfit } from './try-on.ts';

let servers: BusAndStore;
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
  servers = await startBusAndStore();
  selfie = await photo('grace-hopper.jpg');
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
          return answer();
        },
      },
      { bus: servers.bus, store: servers.store, clock: () => new Date(), log: silentLogger() },
    ),
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
    imageCount: input.variants ?? 1,
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
      image_id,
      object: `images/${image_id}.jpg`,
      bytes: 9,
      width: 30,
      height: 40,
      persistent: false,
      provider: 'scripted',
      model: 'scripted-1',
      approximations: ['sleeves_kept'],
      category: 'try-on',
      sha256: '92b2fa58028958317e408bd84ecfa70f5ee35b121991dbc232c49d166353708b',
    });
    expect(said[1]?.data).toMatchObject({ status: 200, error: null, result: { image_id, mime_type: 'image/jpeg' } });
    const stored = await servers.store.get(`images/${image_id}.jpg`);
    expect(Buffer.from(stored?.bytes ?? []).toString()).toBe('a picture');
    expect(await inputIsGone(event)).toBe(true);
  });

  it('passes selfie, text and scene to the provider, and the outfit picture in preference to the URL', async () => {
    await deliver(await accepted({ has_outfit: true, clothing_image_url: 'http://127.0.0.1/never-fetched' }));
    expect(orders).toHaveLength(1);
    expect(orders[0]).toMatchObject({
      garments: [{ description: 'a red coat', category: 'auto' }],
      scene: 'studio',
    });
    expect(Buffer.from(orders[0]?.selfie ?? []).equals(selfie)).toBe(true);
    expect(Buffer.from(orders[0]?.garments[0]?.reference?.bytes ?? []).toString()).toBe('outfit');
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
});

describe('variants', () => {
  const refused = () => new ServiceError('content_refused');
  const completedOf = async (event: RequestAccepted) =>
    (await saidOf(event)).find(({ type }) => type === 'request.completed')?.data;

  it('are made each with an image and a seed of its own, and cost as many', async () => {
    const event = await accepted({ variants: 3, seed: 4_294_967_295 });
    answer = async () => ({ ...(await picture()), seed: orders.at(-1)?.seed });
    await deliver(event);
    expect(orders.map(({ seed }) => seed)).toEqual([4_294_967_295, 0, 1]);
    const images = (await saidOf(event)).filter(({ type }) => type === 'image.created');
    expect(images.map(({ subject }) => subject)).toEqual(event.data.image_ids);
    const done = await completedOf(event);
    expect(done).toMatchObject({ status: 200, cost: 3, result: { image_id: event.data.image_ids[0] } });
    expect((done as { result: { variants: object[] } }).result.variants).toHaveLength(3);
  });

  it('are told without seeds where the provider has none, and not told where none were asked for', async () => {
    const asked = await accepted({ seed: 7 });
    const plain = await accepted();
    await deliver(asked);
    await deliver(plain);
    expect(await completedOf(asked)).toMatchObject({ result: { variants: [{ seed: null }] } });
    expect((await completedOf(plain)) as { result: object }).toMatchObject({
      result: expect.not.objectContaining({ variants: expect.anything() }),
    });
  });

  it('given one that a paid model refused, succeed with the others, and cost what was asked of the model', async () => {
    const event = await accepted({ variants: 3 });
    let calls = 0;
    answer = async () => {
      if (++calls === 1) throw refused();
      if (calls === 2) throw new ServiceError('internal');
      return picture();
    };
    await deliver(event);
    const [, , third] = event.data.image_ids;
    expect(await completedOf(event)).toMatchObject({
      status: 200,
      cost: 2,
      result: { image_id: third, variants: [{ image_id: third }] },
    });
  });

  it('given none that could be made, fail with a refusal if there was one', async () => {
    const event = await accepted({ variants: 2 });
    let calls = 0;
    answer = async () => {
      throw ++calls === 1 ? new ServiceError('internal') : refused();
    };
    await deliver(event);
    expect(await completedOf(event)).toMatchObject({ status: 400, error: { code: 'content_refused' } });
  });

  it('given one that is unavailable, are tried again, and only what is missing is made', async () => {
    const event = await accepted({ variants: 2 });
    let calls = 0;
    answer = async () => {
      if (++calls === 1) throw new ServiceError('unavailable');
      return picture();
    };
    await expect(deliver(event)).rejects.toMatchObject({ code: 'unavailable' });
    await deliver(event, { deliveries: 2 });
    expect(orders).toHaveLength(3);
    expect(await completedOf(event)).toMatchObject({ status: 200, cost: 2 });
  });
});

describe('a request that names what it wants otherwise', () => {
  it('hands on a list of garments with their pictures', async () => {
    const event = await accepted({
      garments: [
        { description: 'navy blazer', category: 'outerwear', image_url: null, picture: null },
        { description: '', category: 'bottom', image_url: null, picture: 'selfie_base64' },
      ],
    });
    await deliver(event);
    expect(orders[0]?.garments).toMatchObject([
      { description: 'navy blazer', category: 'outerwear', field: 'garments.0.description' },
      { description: '', category: 'bottom', reference: { field: 'selfie_base64' } },
    ]);
  });

  it('has errors of its selfie named after the field that gave it', async () => {
    const event = await accepted({ selfie_field: 'selfie_asset_id' });
    answer = async () => {
      throw new ServiceError('no_person', { field: 'selfie_base64' });
    };
    await deliver(event);
    const [{ data } = { data: undefined }] = await saidOf(event);
    expect(data).toMatchObject({ error: { message: 'selfie_asset_id must show a person' } });
  });
});
