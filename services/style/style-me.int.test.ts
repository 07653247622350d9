import { type Delivery, handleRequest } from '@styling/capability';
import { onlyProvider } from '@styling/capability/only-provider.fixture.ts';
import { type RequestAccepted, type StyleMeInput, styleMeResult } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import { silentLogger } from '@styling/telemetry';
import { acceptRequest, type BusAndStore, outcomeOfRequest, photo, startBusAndStore } from '@styling/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { StyleOperations } from './style-me.ts';
import { type StyleDependencies, styleMe } from './style-me.ts';

let servers: BusAndStore;
let deps: StyleDependencies;
let selfie: Buffer;
let requests = 0;
/** What the scripted provider was asked, and how it fails. */
let advised: StyleMeInput[] = [];
let dressed: string[] = [];
let failing: Map<string, Error>;
/** What its advice only approximates. */
let told: string[] = [];

beforeAll(async () => {
  servers = await startBusAndStore();
  selfie = await photo('grace-hopper.jpg');
  deps = {
    bus: servers.bus,
    store: servers.store,
    clock: () => new Date(),
    log: silentLogger(),
    temporaryTtlSeconds: 3600,
    providers: onlyProvider<StyleOperations>(
      {
        name: 'scripted',
        async advise(_, wishes) {
          advised.push(wishes);
          const outfits = Array.from({ length: wishes.num_outfits }, (_, index) => ({
            description: `outfit ${index} of round ${advised.length}`,
            items: ['coat', 'shirt'],
            style: 'classic',
            clothing: `coat ${index}`,
          }));
          return { outfits, approximations: told };
        },
        async tryOn(_, clothing) {
          dressed.push(clothing);
          const failure = failing.get(clothing);
          if (failure) throw failure;
          return { image: Buffer.from(clothing), width: 3, height: 4, model: 'scripted-1', approximations: [] };
        },
      },
      { bus: servers.bus, store: servers.store, clock: () => new Date(), log: silentLogger() },
    ),
  };
});
afterAll(() => servers.stop());
beforeEach(() => {
  advised = [];
  dressed = [];
  failing = new Map();
  told = [];
});

const accepted = (num_outfits = 3): Promise<RequestAccepted> =>
  acceptRequest(servers.store, {
    number: ++requests,
    endpoint: '/style_me',
    capability: 'style',
    input: { style_preferences: 'minimal', occasion: 'wedding', num_outfits } satisfies StyleMeInput,
    images: { selfie_base64: selfie },
    imageCount: num_outfits,
  });
const deliver = (event: RequestAccepted, delivery: Partial<Delivery> = {}) =>
  handleRequest(deps, 'style', styleMe(deps), event, {
    deliveries: 1,
    lastAttempt: false,
    signal: new AbortController().signal,
    ...delivery,
  });
const saidOf = ({ data }: RequestAccepted) => outcomeOfRequest(servers.bus, data.request_id);
async function outfitsOf({ data }: RequestAccepted) {
  const stored = await servers.store.get(`results/${data.request_id}`);
  return styleMeResult.parse(JSON.parse(Buffer.from(stored?.bytes ?? []).toString())).outfits;
}

describe('a style request', () => {
  it.each([1, 2, 3, 4])('makes %d outfits, each with a picture and a temporary record', async (count) => {
    const event = await accepted(count);
    await deliver(event);
    expect(advised).toEqual([{ style_preferences: 'minimal', occasion: 'wedding', num_outfits: count }]);
    const outfits = await outfitsOf(event);
    expect(outfits.map(({ object }) => object)).toEqual(event.data.image_ids.map((id) => `images/${id}.jpg`));
    const said = await saidOf(event);
    const images = said.filter(({ type }) => type === 'image.created');
    expect(images).toHaveLength(count);
    expect(images[0]?.data).toMatchObject({ category: 'style-me', endpoint: '/style_me', persistent: false });
    expect(said.at(-1)).toMatchObject({ type: 'request.completed', data: { status: 200 } });
  });

  it('given a picture that fails, returns that outfit without it', async () => {
    failing.set('coat 1', new Error('model hiccup'));
    const event = await accepted();
    await deliver(event);
    expect((await outfitsOf(event)).map(({ object }) => object === null)).toEqual([false, true, false]);
    expect((await saidOf(event)).map(({ type }) => type)).toEqual([
      'image.created',
      'image.created',
      'request.completed',
    ]);
  });

  it('given wishes that are not understood, reports that with the response, also on redelivery', async () => {
    told = ['wishes_not_understood', 'occasion_not_understood'];
    failing.set('coat 0', new ServiceError('unavailable'));
    const event = await accepted(1);
    await expect(deliver(event)).rejects.toMatchObject({ code: 'unavailable' });
    failing.clear();
    await deliver(event, { deliveries: 2 });
    const approximations = ['occasion_not_understood', 'wishes_not_understood'];
    expect((await saidOf(event)).at(-1)).toMatchObject({ data: { status: 200, approximations } });
    expect((await saidOf(event)).at(-2)).toMatchObject({ type: 'image.created', data: { approximations: [] } });
  });

  it('given a crash after two pictures, continues with the same advice and makes only the third', async () => {
    failing.set('coat 2', new ServiceError('unavailable'));
    const event = await accepted();
    await expect(deliver(event)).rejects.toMatchObject({ code: 'unavailable' });
    failing.clear();
    dressed = [];
    await deliver(event, { deliveries: 2 });
    expect(advised).toHaveLength(1);
    expect(dressed).toEqual(['coat 2']);
    expect((await outfitsOf(event)).map(({ description }) => description)).toEqual(
      [0, 1, 2].map((index) => `outfit ${index} of round 1`),
    );
  });

  it('given an unavailable model at the last attempt, returns the outfits without pictures', async () => {
    failing.set('coat 1', new ServiceError('unavailable'));
    const event = await accepted();
    await deliver(event, { deliveries: 5, lastAttempt: true });
    expect((await outfitsOf(event)).map(({ object }) => object === null)).toEqual([false, true, false]);
    expect((await saidOf(event)).at(-1)?.data).toMatchObject({ status: 200 });
  });

  it('given a redelivery after completion, publishes the same events again', async () => {
    const event = await accepted();
    await deliver(event);
    const first = await saidOf(event);
    await deliver(event, { deliveries: 2 });
    expect(dressed).toHaveLength(3);
    expect(await saidOf(event)).toEqual(first);
  });
});
