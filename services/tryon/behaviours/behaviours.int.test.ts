import {
  type Delivery,
  handleRequest,
  openProviders,
  type ProviderFor,
  providers,
  readCapabilityConfig,
} from '@styling/capability';
import { onlyProvider } from '@styling/capability/only-provider.fixture.ts';
import type { RequestAccepted } from '@styling/contracts';
import { anywhere } from '@styling/fetching';
import { provenanceXmp, sharp } from '@styling/imaging';
import { ServiceError } from '@styling/service';
import {
  acceptRequest,
  type BusAndStore,
  jpegMetadata,
  outcomeOfRequest,
  photo,
  shortPause,
  startBusAndStore,
} from '@styling/testing';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { variables } from '../config.ts';
import type { TryOnProviders } from '../provider.ts';
import { implementations } from '../service.ts';
import { type TryOnDependencies, tryOnOutfit } from '../try-on.ts';
import { type Rig, rigs } from './rigs.fixture.ts';

/** What a provider of try-ons has to show. Each is a test that runs for every provider. */
const behaviours = {
  picture: 'An order becomes a JPEG that is marked as generated, without metadata of the selfie',
  setting: 'A wrong setting ends the start with one line that names it',
  person: 'A selfie without a person is refused before a model is asked',
  away: 'While it cannot be reached a request is tried again, and answered 503 at the last attempt',
  brokenPicture: 'A broken picture is an internal error, without a word of the vendor',
  unchanged: 'The selfie itself is made once more, and given out in no case',
  refusal: 'A refusal by its content filter is a 400 `content_refused`',
  deadline: 'Work that hangs ends before the deadline of its request, with a 504',
  cancel: 'A canceled request ends its work',
  redelivery: 'A request that a worker left is finished by another one; resumable: without asking twice',
  secrets: 'No description, address or key is in an event or a log line',
} as const;
type Behaviour = keyof typeof behaviours;

/** What a provider cannot show, and why; it shows all the rest. */
const exempt: { readonly [Name in ProviderFor<'tryon'>]: Readonly<Partial<Record<Behaviour, string>>> } = {
  ondevice: {
    away: 'runs in the worker itself',
    brokenPicture: 'encodes its pictures itself',
    unchanged: 'dresses the selfie itself',
    refusal: 'has no content filter',
    deadline: 'takes seconds',
    redelivery: 'keeps nothing: a redelivery is to it what the first delivery is',
  },
  replicate: {},
  'openai-images': {},
  comfyui: { refusal: 'the server has no content filter' },
  fashn: {},
  google: {},
};

const DESCRIPTION = 'a very secret red coat';

let servers: BusAndStore;
/** Rigs of all providers, opened together because the embedded engine takes seconds to load its networks; a test gives one to a worker. */
let checking: TryOnProviders;
let selfie: Buffer;
let outfit: Buffer;
let requests = 0;
/** Outcomes of all behaviours of a provider. */
let outcomes: unknown[] = [];
let lines: string[] = [];
const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
const names = Object.keys(rigs) as ProviderFor<'tryon'>[];
const opened = {} as Record<ProviderFor<'tryon'>, Rig>;

beforeAll(async () => {
  servers = await startBusAndStore();
  // The embedded engine takes as long as there are pixels.
  selfie = await sharp(await photo('grace-hopper.jpg'))
    .resize({ height: 256 })
    .jpeg()
    .toBuffer();
  outfit = await sharp({ create: { width: 400, height: 500, channels: 3, background: 'darkred' } })
    .jpeg()
    .toBuffer();
  for (const name of names) opened[name] = await rigs[name]();
  const variables = Object.assign({}, ...names.map((name) => opened[name].variables));
  checking = await open({ ...variables, STYLING_PROVIDER: names.join(',') });
});
afterAll(async () => {
  await checking.close();
  await Promise.all(names.map((name) => opened[name].stop()));
  await servers.stop();
});

const clients = () => ({ bus: servers.bus, store: servers.store, log, clock: () => new Date(), sleep: shortPause });
const configOf = (more: Readonly<Record<string, string>>) =>
  readCapabilityConfig(variables, {
    NATS_URL: 'unused',
    S3_BUCKET: 'test',
    S3_ENDPOINT: new URL(servers.imageStoreUrl).origin,
    IMAGE_STORE_URL: servers.imageStoreUrl,
    ...more,
  });
const open = (more: Readonly<Record<string, string>>) =>
  openProviders('tryon', configOf(more), clients(), implementations);

describe.each(names)('the provider %s', (name) => {
  let rig: Rig;
  let shared: TryOnDependencies;
  beforeAll(() => {
    outcomes = [];
    lines = [];
    rig = opened[name];
    const [provider] = checking.all.filter((provider) => provider.name === name);
    if (!provider) throw new Error(`${name} was not opened`);
    shared = workerWith(onlyProvider(provider, clients()));
  });
  beforeEach(() => rig.behave('well'));

  const workerWith = (providers: TryOnProviders): TryOnDependencies => {
    const { imageStoreUrl } = servers;
    return { ...clients(), providers, imageStoreUrl, temporaryTtlSeconds: 3600, urlPolicy: anywhere };
  };
  /** Another process, which checks no selfies: nothing waits for an engine. */
  async function otherWorker(): Promise<TryOnDependencies> {
    const providers = await open({ ...rig.variables, SELFIE_CHECK: 'off' });
    onTestFinished(() => providers.close());
    return workerWith(providers);
  }
  const accept = (picture: Buffer = selfie, ms = 60_000) =>
    acceptRequest(servers.store, {
      number: ++requests,
      endpoint: '/try_on_outfit',
      capability: 'tryon',
      imageCount: 1,
      input: {
        clothing_description: DESCRIPTION,
        clothing_image_url: null,
        has_outfit: !providers[name].abilities.text,
        mode: 'model_shot',
        store_image: false,
      },
      images: { selfie_base64: picture, ...(!providers[name].abilities.text && { outfit_base64: outfit }) },
      deadline: new Date(Date.now() + ms),
    });
  async function deliver(event: RequestAccepted, delivery: Partial<Delivery> = {}, deps = shared): Promise<void> {
    const signal = new AbortController().signal;
    const whole = { deliveries: 1, lastAttempt: false, signal, ...delivery };
    await handleRequest(deps, 'tryon', tryOnOutfit(deps), event, whole);
  }
  async function ended({ data: { request_id } }: RequestAccepted) {
    const events = await outcomeOfRequest(servers.bus, request_id);
    outcomes.push(...events);
    return events.map(({ data }) => data);
  }
  /** Delivers a request, and aborts the work with `reason` once the provider has begun. */
  async function interrupt(event: RequestAccepted, reason: Error): Promise<void> {
    const stop = new AbortController();
    const progress: Delivery['progress'] = (_, fraction) => fraction > 0 && stop.abort(reason);
    await deliver(event, { signal: stop.signal, progress });
  }

  const shows: Record<Behaviour, () => Promise<void>> = {
    async picture() {
      const event = await accept();
      await deliver(event);
      expect(await ended(event)).toMatchObject([{ provider: name }, { status: 200, error: null }]);
      const stored = await servers.store.get(`images/${event.data.image_ids[0]}.jpg`);
      expect(jpegMetadata(stored?.bytes ?? new Uint8Array())).toEqual({ kinds: ['xmp'], xmp: provenanceXmp });
    },
    async setting() {
      const [variable = ''] = Object.keys(rig.wrong);
      expect(() => configOf({ ...rig.variables, ...rig.wrong })).toThrow(new RegExp(`^${variable}: .+$`));
    },
    async person() {
      const ground = sharp({ create: { width: 300, height: 300, channels: 3, background: '#8899aa' } });
      const event = await accept(await ground.png().toBuffer());
      await deliver(event);
      expect(await ended(event)).toMatchObject([{ status: 400, error: { code: 'no_person' } }]);
      expect(rig.asked()).toBe(0);
    },
    async away() {
      rig.behave('away');
      const event = await accept();
      await expect(deliver(event)).rejects.toMatchObject({ code: 'unavailable' });
      expect(await ended(event)).toEqual([]);
      await deliver(event, { deliveries: 5, lastAttempt: true }, await otherWorker());
      expect(await ended(event)).toMatchObject([{ status: 503, error: { code: 'unavailable' } }]);
    },
    async brokenPicture() {
      rig.behave('brokenPicture');
      const event = await accept();
      await deliver(event);
      expect(await ended(event)).toMatchObject([{ status: 500, error: { message: 'Internal server error' } }]);
    },
    async unchanged() {
      for (const [as, status] of [
        ['unchangedOnce', 200],
        ['unchanged', 500],
      ] as const) {
        rig.behave(as);
        const event = await accept();
        await deliver(event);
        expect((await ended(event)).at(-1)).toMatchObject({ status });
        expect(rig.asked()).toBe(2);
      }
    },
    async refusal() {
      rig.behave('refusal');
      const event = await accept();
      await deliver(event);
      expect(await ended(event)).toMatchObject([{ status: 400, error: { code: 'content_refused' } }]);
      expect(rig.asked()).toBe(1);
    },
    async deadline() {
      rig.behave('hanging');
      const other = await otherWorker();
      const event = await accept(selfie, 1_500);
      await deliver(event, {}, other);
      expect(await ended(event)).toMatchObject([{ status: 504, error: { code: 'deadline_exceeded' } }]);
      expect(rig.asked()).toBe(1);
      await vi.waitFor(() => expect(rig.running()).toBe(0));
    },
    async cancel() {
      rig.behave('slowly');
      const event = await accept();
      await interrupt(event, new ServiceError('canceled'));
      expect(await ended(event)).toMatchObject([{ status: 409, error: { code: 'canceled' } }]);
      await vi.waitFor(() => expect(rig.running()).toBe(0));
    },
    async redelivery() {
      rig.behave('slowly');
      const event = await accept();
      await expect(interrupt(event, new Error('this process leaves'))).rejects.toMatchObject({ code: 'unavailable' });
      expect(await ended(event)).toEqual([]);
      await deliver(event, { deliveries: 2 }, await otherWorker());
      expect(await ended(event)).toMatchObject([{ provider: name }, { status: 200 }]);
      if (providers[name].abilities.resumable) expect(rig.asked()).toBe(1);
    },
    async secrets() {
      if (outcomes.length === 0) await shows.picture();
      const everything = JSON.stringify(outcomes) + lines.join('');
      for (const secret of [DESCRIPTION, ...rig.secrets]) expect(everything).not.toContain(secret);
    },
  };

  const shown = (Object.keys(behaviours) as Behaviour[]).filter((behaviour) => exempt[name][behaviour] === undefined);
  it.each(shown.map((behaviour) => [behaviours[behaviour], shows[behaviour]] as const))(
    '%s',
    (_, show) => show(),
    60_000,
  );
});
