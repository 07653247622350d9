import { readToHead } from '@styling/bus';
import { type RequestAccepted, subjects } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import { silentLogger } from '@styling/telemetry';
import { acceptRequest, type BusAndStore, startBusAndStore } from '@styling/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Work } from '../work.ts';
import { workOf } from '../work.ts';
import { onlyProvider } from './only-provider.fixture.ts';
import type { Provider } from './provider.ts';
import { createProviders, type Providers } from './providers.ts';

/** A port of one operation, which does as the test says. */
type Port = { make(work: Work): Promise<string> };

let servers: BusAndStore;
let now: number;
let request: RequestAccepted['data'];
let work: Work;
let requests = 0;
let asked: string[];
let does: Record<string, Port['make']>;

const deps = () => ({ bus: servers.bus, store: servers.store, log: silentLogger(), clock: () => new Date(now) });
const provider = (name: string, of: Partial<Provider> = {}) =>
  onlyProvider<Port>(
    {
      name,
      isPaid: true,
      ...of,
      make: (work) => {
        asked.push(name);
        return (does[name] ?? (async () => `by ${name}`))(work);
      },
    },
    deps(),
  ).all;
const list = (...members: ReturnType<typeof provider>[]) => createProviders<Port>(members.flat(), deps());
const call = (providers: Providers<Port>, can?: (provider: Provider) => boolean) =>
  providers.call('generate', request, work, (provider, work) => provider.make(work), can);
const fails = (code: ConstructorParameters<typeof ServiceError>[0], nothingPaid?: boolean) => async () => {
  throw new ServiceError(code, {}, { cause: Object.assign(new Error('x'), { nothingPaid }) });
};

beforeAll(async () => {
  servers = await startBusAndStore();
});
afterAll(() => servers.stop());
beforeEach(async () => {
  now = Date.now();
  asked = [];
  does = {};
  const accepted = { number: ++requests, endpoint: '/try_on_outfit', capability: 'tryon', input: {} } as const;
  request = (await acceptRequest(servers.store, accepted)).data;
  work = workOf(request, 'result', { signal: new AbortController().signal });
});

describe('a list of providers', () => {
  it('is asked in its order, and says who made it', async () => {
    expect(await call(list(provider('a'), provider('b')))).toEqual({ made: 'by a', by: 'a' });
    expect(asked).toEqual(['a']);
  });

  it.each([
    ['unreachable', fails('unavailable', true)],
    ['rejected before anything was paid', fails('internal', true)],
  ])('given one that is %s, asks the next one', async (_, failure) => {
    does.a = failure;
    expect(await call(list(provider('a'), provider('b')))).toEqual({ made: 'by b', by: 'b' });
  });

  it.each([
    ['that may have been paid', fails('internal')],
    ['that may have been paid, and may pass', fails('unavailable')],
    ['of the request', fails('no_person')],
    ['by a content filter', fails('content_refused')],
    ['at the deadline', fails('deadline_exceeded')],
  ])('given a failure %s, asks nobody else', async (_, failure) => {
    does.a = failure;
    await expect(call(list(provider('a'), provider('b')))).rejects.toThrow();
    expect(asked).toEqual(['a']);
  });

  it('given one that may have been paid, and is unavailable, asks those that cost nothing, and no other vendor', async () => {
    const providers = list(provider('a'), provider('b'), provider('own', { isPaid: false }), provider('c'));
    does = { a: fails('unavailable'), own: fails('internal') };
    await expect(call(providers)).rejects.toMatchObject({ code: 'internal' });
    expect(asked).toEqual(['a', 'own']);
    does = { a: fails('unavailable') };
    asked = [];
    // A redelivery, which begins with the one that may have been paid, whoever stood in for it.
    expect((await call(list(provider('own', { isPaid: false }), provider('b'), provider('a')))).by).toBe('own');
    expect(asked).toEqual(['a', 'own']);
  });

  it('given an internal error of one that costs nothing, asks the next one', async () => {
    does.a = fails('internal');
    expect((await call(list(provider('a', { isPaid: false }), provider('b')))).by).toBe('b');
  });

  it('given a request that was cancelled meanwhile, asks nobody else', async () => {
    const cancelled = new AbortController();
    work = { ...work, signal: cancelled.signal };
    does.a = async () => {
      cancelled.abort(new ServiceError('canceled'));
      throw new ServiceError('unavailable');
    };
    await expect(call(list(provider('a'), provider('b')))).rejects.toMatchObject({ code: 'unavailable' });
    expect(asked).toEqual(['a']);
  });

  it('given nobody is left, fails as the last one did', async () => {
    does = { a: fails('unavailable', true), b: fails('internal') };
    await expect(call(list(provider('a'), provider('b')))).rejects.toMatchObject({ code: 'internal' });
    expect(asked).toEqual(['a', 'b']);
  });

  it('given one that cannot do it, passes it over', async () => {
    const can = ({ abilities }: Provider) => abilities.text;
    const abilities = {
      ...onlyProvider<Port>({ name: 'a', make: async () => '' }, deps()).all[0]?.abilities,
      text: false,
    };
    const wordless = provider('a', { abilities: abilities as Provider['abilities'] });
    expect((await call(list(wordless, provider('b')), can)).by).toBe('b');
  });

  it('gives each its own checkpoint state', async () => {
    const prefixes: string[] = [];
    does.a = async ({ checkpointPrefix }) => {
      prefixes.push(checkpointPrefix);
      return fails('unavailable', true)();
    };
    does.b = async ({ checkpointPrefix }) => String(prefixes.push(checkpointPrefix));
    await call(list(provider('a'), provider('b')));
    expect(prefixes).toEqual(['a', 'b'].map((name) => `requests/${request.request_id}/result/${name}/`));
  });
});

describe('a redelivery', () => {
  it('asks the provider that began, whose circuit is open and whose turn it is not', async () => {
    const [leaving, failing] = [list(provider('a'), provider('b')), list(provider('a'), provider('b'))];
    does.a = fails('unavailable', true);
    does.b = fails('internal');
    await expect(call(leaving)).rejects.toThrow();
    asked = [];
    for (let times = 0; times < 5; times++) {
      work = { ...work, checkpointPrefix: `requests/other-${times}/` };
      await expect(call(failing)).rejects.toThrow();
    }
    expect(failing.details()).toEqual(['provider a: circuit open', 'provider b: circuit open']);
    asked = [];
    work = { ...work, checkpointPrefix: `requests/${request.request_id}/result/` };
    does = {};
    expect((await call(failing)).by).toBe('b');
    expect(asked).toEqual(['b']);
  });
});

describe('a circuit', () => {
  it('opens after five faults: the provider is not asked for half a minute, then by one call', async () => {
    const providers = list(provider('a'), provider('b'));
    let pieces = 0;
    const fresh = () => {
      work = { ...work, checkpointPrefix: `requests/fresh-${++pieces}/` };
    };
    does.a = fails('unavailable', true);
    for (let times = 0; times < 5; times++) {
      fresh();
      await call(providers);
    }
    asked = [];
    fresh();
    expect((await call(providers)).by).toBe('b');
    expect(asked).toEqual(['b']);
    expect(providers.details()).toEqual(['provider a: circuit open']);
    now += 30_000;
    does = {};
    fresh();
    work = { ...work, deadline: new Date(now + 60_000) };
    expect((await call(providers)).by).toBe('a');
    expect(providers.details()).toEqual([]);
  });

  it('that is open does not refuse a request for which there is nobody else', async () => {
    const providers = list(provider('a'));
    does.a = fails('unavailable');
    for (let times = 0; times < 6; times++) await expect(call(providers)).rejects.toThrow();
    expect(asked).toHaveLength(6);
  });
});

describe('what a provider charges', () => {
  const charges = async () => {
    const found = new Set<string>();
    const filter = subjects.allRequests;
    for await (const { event } of readToHead(servers.bus, { name: 'test', filter, after: 0, log: silentLogger() })) {
      if (event?.type !== 'request.charged' || event.data.request_id !== request.request_id) continue;
      found.add(`${event.id} ${event.data.provider} ${event.data.model} ${event.data.usd}`);
    }
    return [...found];
  };

  it('is in the log before what it made is used, once for all deliveries, also of what failed', async () => {
    does.a = async ({ charged }) => {
      charged?.({ id: 'p1', model: 'm', usd: 0.067 });
      throw new ServiceError('internal');
    };
    for (const _ of [1, 2]) await expect(call(list(provider('a')))).rejects.toThrow();
    expect(asked).toEqual(['a', 'a']);
    expect(await charges()).toEqual([expect.stringMatching(/^req_\w+\/charged\/[a-f0-9]{24} a m 0.067$/)]);
  });

  it('keeps anybody else from being asked, whatever the failure says', async () => {
    does.a = async ({ charged }) => {
      charged?.({ id: 'p2', model: 'm', usd: 1 });
      return fails('unavailable', true)();
    };
    await expect(call(list(provider('a'), provider('b')))).rejects.toMatchObject({ code: 'unavailable' });
    expect(asked).toEqual(['a']);
  });

  it('that cannot be published leaves the work to a redelivery, and asks nobody else', async () => {
    does.a = async ({ charged }) => {
      charged?.({ id: 'p3', model: 'm', usd: 1 });
      return 'by a';
    };
    const away = await servers.connect('away');
    await away.close();
    const members = [...provider('a'), ...provider('b')];
    await expect(call(createProviders<Port>(members, { ...deps(), bus: away }))).rejects.toThrow();
    expect(asked).toEqual(['a']);
  }, 30_000);
});
