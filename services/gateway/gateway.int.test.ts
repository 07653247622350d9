import { readToHead } from '@styling/bus';
import { EVENTS_STREAM, READS_STREAM, type RequestAccepted, type StylingEvent, subjectsIn } from '@styling/contracts';
import { objectNames, unpackInput } from '@styling/objectstore';
import { ServiceError } from '@styling/service';
import { silentLogger } from '@styling/telemetry';
import { type TestServers, testId } from '@styling/testing';
import type { Kysely } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { GatewayDependencies } from './dependencies.ts';
import { fromNoon, type Sent, smallPhoto, startTestGateways, type TestGateways, type Work } from './gateway.fixture.ts';
import { createKey } from './keys/key-administration.ts';
import { sweep } from './requests/end-request.ts';
import { type RunningGateway, startGateway } from './service.ts';
import { tablesOf } from './tables.fixture.ts';
import { deleteOrphans } from './upkeep/delete-orphans.ts';

const LIMIT = 5;
let gateways: TestGateways;
let servers: TestServers;
let db: Kysely<unknown>;
let deps: GatewayDependencies;
let gateway: RunningGateway;
let selfie: string;
let user = '';
let key = '';
let users = 0;
let now = fromNoon;
/** What the worker does in this test. */
let work: Work;

beforeAll(async () => {
  gateways = await startTestGateways({ dailyLimit: LIMIT, clock: () => now() });
  ({ servers, db, deps, gateway } = gateways);
  gateways.setWork((event) => work(event));
  selfie = (await smallPhoto()).toString('base64');
});
afterAll(() => gateways.stop());
beforeEach(async () => {
  user = `user${++users}`;
  key = (await createKey(deps, user, 'test')).key;
  work = (event) => complete(event);
});
afterEach(() => {
  now = fromNoon;
});

const complete: TestGateways['complete'] = (event, status) => gateways.complete(event, status);
const call = (path: string, sent: Sent = {}) => gateways.ask(key, path, sent);
const tryOn = (overrides: object = {}, at = gateway) => gateways.tryOn(key, { body: overrides, at });
const used = async (of = user) =>
  (await tablesOf(db).selectFrom('admission').selectAll().where('user_id', '=', of).executeTakeFirst()) ?? {
    used: 0,
    request_id: null,
  };

/** All events of this test's user, in both streams. */
async function eventsOfUser(): Promise<StylingEvent[]> {
  const found: StylingEvent[] = [];
  for (const filter of [...subjectsIn(EVENTS_STREAM), ...subjectsIn(READS_STREAM)]) {
    for await (const { event } of readToHead(servers.bus, { name: 'test', filter, after: 0, log: silentLogger() })) {
      if (event && 'user_id' in event.data && event.data.user_id === user) found.push(event);
    }
  }
  return found;
}

describe('GET /openapi.json', () => {
  it('states the limits of the running gateway', async () => {
    const { body } = await call('/openapi.json');
    expect(JSON.stringify(body)).toContain(`${LIMIT} requests a day (UTC)`);
    expect(JSON.stringify(body)).toContain(`longer than ${deps.requestTimeoutMs / 1000} seconds`);
  });
});

describe('POST /try_on_outfit', () => {
  it('given a good request, answers with the image and counts it', async () => {
    const answer = await tryOn();
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body).sort()).toEqual(['image_id', 'image_url', 'mime_type']);
    expect(answer.body.image_url).toBe(`http://images.example/bucket/images/${answer.body.image_id}.jpg`);
    expect(answer.headers.get('x-ratelimit-limit')).toBe(String(LIMIT));
    expect(answer.headers.get('x-ratelimit-remaining')).toBe(String(LIMIT - 1));
    expect(answer.headers.get('x-ratelimit-reset')).toBeNull();
    expect(answer.headers.get('x-request-id')).toMatch(/^req_[0-9a-f]{24}$/);
    expect(await used()).toMatchObject({ used: 1, request_id: null });
  });

  it('stores the input for the capability and puts neither picture nor text on the bus', async () => {
    let seen: RequestAccepted | undefined;
    let stored: ReturnType<typeof unpackInput> | undefined;
    work = async (event) => {
      seen = event;
      stored = unpackInput((await servers.store.get(event.data.input))?.bytes ?? Buffer.alloc(0));
      await complete(event);
    };
    await tryOn({
      clothing_description: 'a secret wish',
      store_image: true,
      clothing_image_url: 'https://a.example/b',
    });
    expect(stored?.fields).toEqual({
      clothing_description: 'a secret wish',
      clothing_image_url: 'https://a.example/b',
      has_outfit: false,
      mode: 'model_shot',
      store_image: true,
    });
    expect(Object.keys(stored?.pictures ?? {})).toEqual(['selfie_base64']);
    expect(Buffer.from(stored?.pictures.selfie_base64 ?? []).toString('base64')).toBe(selfie);
    const said = JSON.stringify(await eventsOfUser());
    expect(seen?.data.user_id).toBe(user);
    for (const secret of ['a secret wish', 'a.example', selfie.slice(100, 140), key])
      expect(said).not.toContain(secret);
  });

  it.each([
    ['no selfie', { selfie_base64: undefined }, 'selfie_base64 is required'],
    ['a bad mode', { mode: 'studio' }, 'mode must be one of: reference_environment, model_shot'],
    [
      'no image',
      { selfie_base64: Buffer.from('hello, world').toString('base64') },
      'selfie_base64 must be a JPEG, PNG, WebP, HEIC, AVIF or GIF image',
    ],
  ])('given %s, answers 400 at no cost', async (_, overrides, message) => {
    const answer = await tryOn(overrides);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toBe(message);
    expect(answer.headers.get('x-ratelimit-limit')).toBeNull();
    expect(await used()).toMatchObject({ used: 0 });
    expect(await eventsOfUser()).toMatchObject([
      { type: 'key.created' },
      { type: 'read.answered', data: { endpoint: '/try_on_outfit', status: 400, error: { message } } },
    ]);
  });

  it('given no base64, says which character is wrong to the client, and to nobody else', async () => {
    const details = 'unexpected character ! at position 11';
    expect((await tryOn({ selfie_base64: 'not base64!' })).body).toMatchObject({ code: 'invalid_base64', details });
    expect(JSON.stringify(await eventsOfUser())).not.toContain(details);
  });

  it.each([400, 500] as const)(
    'given a capability that ends with %d, tells it and gives the count back',
    async (status) => {
      work = (event) => complete(event, status);
      const answer = await tryOn();
      expect(answer).toMatchObject({ status, body: { error: 'failed' } });
      expect(answer.headers.get('x-ratelimit-remaining')).toBe(String(LIMIT));
      expect(await used()).toMatchObject({ used: 0, request_id: null });
    },
  );

  it('given no worker in time, answers 504 once the request has ended: the next one is taken at once, and none counts', async () => {
    const impatient = await startGateway({ ...deps, name: 'impatient', requestTimeoutMs: 300 }, 0);
    const late: RequestAccepted[] = [];
    work = async (event) => void late.push(event);
    for (const _ of [1, 2]) {
      const answer = await tryOn({}, impatient);
      expect(answer).toMatchObject({ status: 504, body: { error: 'The request took too long' } });
      expect(answer.headers.get('x-ratelimit-remaining')).toBe(String(LIMIT));
      expect(await used()).toMatchObject({ used: 0, request_id: null });
    }
    await vi.waitFor(() => expect(late).toHaveLength(2));
    await vi.waitFor(async () =>
      expect((await servers.store.get(late[0]?.data.input ?? ''))?.metadata.ended).toBe('1'),
    );
    // The first ending counts.
    await Promise.all(late.map((event) => complete(event)));
    const endings = (await eventsOfUser()).filter(({ type }) => type === 'request.completed');
    expect(endings.map(({ data }) => 'status' in data && data.status)).toEqual([504, 504]);
    expect(await used()).toMatchObject({ used: 0, request_id: null });
    await impatient.stop();
  });

  it('given a result at the deadline that is first in the log, answers with it', async () => {
    const { promise: begun, resolve: begin } = Promise.withResolvers<RequestAccepted>();
    work = async (event) => begin(event);
    const head: typeof deps.store.head = async (name) => {
      // Just before the 504 is published.
      await complete(await begun);
      return deps.store.head(name);
    };
    const store = { ...deps.store, head };
    const impatient = await startGateway({ ...deps, store, name: 'impatient-2', requestTimeoutMs: 300 }, 0);
    expect((await tryOn({}, impatient)).status).toBe(200);
    expect(await used()).toMatchObject({ used: 1, request_id: null });
    await impatient.stop();
  });

  it('given a log that cannot be reached at the deadline, answers 504, and the sweep of another frees the slot', async () => {
    const bus = await servers.connect('cut off');
    const impatient = await startGateway({ ...deps, bus, name: 'impatient-3', requestTimeoutMs: 1_000 }, 0);
    const { promise: begun, resolve: begin } = Promise.withResolvers<RequestAccepted>();
    work = async (event) => begin(event);
    const answer = tryOn({}, impatient);
    await begun;
    await bus.close();
    expect((await answer).status).toBe(504);
    expect((await tryOn()).status).toBe(429);
    expect(await sweep({ ...deps, clock: () => new Date(Date.now() + 60_000) })).toBe(1);
    await expect.poll(() => used()).toMatchObject({ used: 0, request_id: null });
    await impatient.stop();
  });

  it('given a request whose gateway died and that nobody ended, the sweep ends it, gives the count back and deletes its input', async () => {
    const { promise: begun, resolve: begin } = Promise.withResolvers<RequestAccepted>();
    work = async (event) => begin(event);
    const doomedBus = await servers.connect('doomed');
    const doomed = await startGateway({ ...deps, bus: doomedBus }, 0);
    void tryOn({}, doomed).catch(() => undefined);
    const event = await begun;
    await doomedBus.close();
    expect(await sweep(deps)).toBe(0);
    expect(await servers.store.head(event.data.input)).not.toBeNull();
    const later = { ...deps, clock: () => new Date(Date.now() + 60_000) };
    expect(await sweep(later)).toBe(1);
    await expect.poll(() => used()).toMatchObject({ used: 0, request_id: null });
    expect(await sweep(later)).toBe(0);
    expect((await servers.store.get(event.data.input))?.bytes).toHaveLength(0);
    const terminal = (await eventsOfUser()).filter(({ type }) => type === 'request.completed');
    expect(terminal).toMatchObject([{ data: { status: 504, answered_by: 'gateway' } }]);
  });

  it.each([
    ['is away', new ServiceError('unavailable'), 503, 'Service temporarily unavailable', '5'],
    ['fails in an unknown way', new Error('disk full'), 500, 'Internal server error', null],
  ])('given an object store that %s, answers so and costs nothing', async (_, failure, status, error, retryAfter) => {
    const store = { ...deps.store, put: () => Promise.reject(failure) };
    const broken = await startGateway({ ...deps, store }, 0);
    const answer = await tryOn({}, broken);
    expect(answer).toMatchObject({ status, body: { error } });
    expect(answer.headers.get('retry-after')).toBe(retryAfter);
    expect(JSON.stringify(answer.body)).not.toContain('disk full');
    expect(await used()).toMatchObject({ used: 0, request_id: null });
    const terminal = (await eventsOfUser()).filter(({ type }) => type === 'request.completed');
    expect(terminal).toMatchObject([{ data: { status, answered_by: 'gateway' } }]);
    await broken.stop();
  });
});

describe('what requests left behind', () => {
  it('is deleted once it is older than any request can be, and not before', async () => {
    const names = [
      objectNames.input(testId('req', 9)),
      objectNames.result({ request_id: testId('req', 9), repeatable: false }),
    ];
    for (const name of names) await servers.store.put(name, Buffer.from('x'), 'image/jpeg');
    const { requestTimeoutMs, orphanMarginMs } = deps;
    const after = (ms: number) => ({ ...deps, clock: () => new Date(Date.now() + ms) });
    await deleteOrphans(after(requestTimeoutMs + orphanMarginMs - 60_000));
    for (const name of names) expect(await servers.store.head(name)).not.toBeNull();
    expect(await deleteOrphans(after(requestTimeoutMs + orphanMarginMs + 60_000))).toBeGreaterThanOrEqual(2);
    for (const name of names) expect(await servers.store.head(name)).toBeNull();
  });
});

describe('a request that its gateway gives up', () => {
  it('given a log that is away, keeps the slot, and ends the request as soon as it is back', async () => {
    const put = async () => {
      await servers.nats.kill();
      throw new ServiceError('unavailable');
    };
    const broken = await startGateway({ ...deps, store: { ...deps.store, put }, name: 'broken' }, 0);
    expect((await tryOn({}, broken)).status).toBe(503);
    expect(await used()).toMatchObject({ used: 1, request_id: expect.any(String) });
    await servers.nats.restart();
    await expect.poll(() => used(), { timeout: 20_000 }).toMatchObject({ used: 0, request_id: null });
    const terminal = (await eventsOfUser()).filter(({ type }) => type === 'request.completed');
    expect(terminal).toMatchObject([{ data: { status: 503, answered_by: 'gateway' } }]);
    await broken.stop();
  });
});

describe('authentication', () => {
  const unknown = 'iss_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA3Ae0o2';

  it.each([
    ['absent', undefined, 401, 'Missing X-API-Key header'],
    ['empty', '', 401, 'Missing X-API-Key header'],
    ['unknown', unknown, 403, 'Invalid API key'],
    ['malformed', 'hello', 403, 'Invalid API key'],
    ['doubled', `${unknown}, ${unknown}`, 403, 'Invalid API key'],
    ['4 kB long', 'x'.repeat(4096), 403, 'Invalid API key'],
  ])(
    'given a key that is %s, refuses before reading the body, and leaves no record',
    async (_, header, status, error) => {
      const headers: Record<string, string> = header === undefined ? {} : { 'x-api-key': header };
      const response = await fetch(`http://127.0.0.1:${gateway.port}/try_on_outfit`, {
        method: 'POST',
        headers,
        body: 'x',
      });
      expect(response.status).toBe(status);
      expect(await response.json()).toMatchObject({ error });
    },
  );
});

describe('POST /analyze_outfit', () => {
  const analyse = (body: object) => call('/analyze_outfit', { body });

  it('given a picture in the body, stores it for the capability', async () => {
    let stored: ReturnType<typeof unpackInput> | undefined;
    work = async (event) => {
      stored = unpackInput((await servers.store.get(event.data.input))?.bytes ?? Buffer.alloc(0));
      await complete(event, 400);
    };
    await analyse({ image_base64: selfie });
    expect(stored?.fields).toEqual({ image_url: null });
    expect(Buffer.from(stored?.pictures.image_base64 ?? []).toString('base64')).toBe(selfie);
    // A field that the specification does not know is ignored beside the one that it does.
    const image_url = 'https://a.example/b.jpg';
    await analyse({ image_base64: 'aGVsbG8=', image_url });
    expect(stored).toMatchObject({ fields: { image_url }, pictures: {} });
  });
});

describe('GET /', () => {
  const visit = (accept?: string) =>
    fetch(`http://127.0.0.1:${gateway.port}/`, { redirect: 'manual', ...(accept && { headers: { accept } }) });

  it.each([
    ['what fetch asks for', undefined],
    ['JSON', 'application/json'],
    ['JSON before a page', 'application/json, text/html;q=0.9'],
    ['what Java asks for', 'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2'],
  ])('given %s, answers the health check without a key', async (_, accept) => {
    const response = await visit(accept);
    expect(response.headers.get('vary')).toBe('Accept');
    expect(await response.json()).toEqual({ status: 'ok', service: 'image-styling-service', version: '1.2.3' });
  });

  it.each([
    ['a page', 'text/html'],
    ['what Chromium asks for', 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8'],
  ])('given %s, redirects to the portal', async (_, accept) => {
    const { status, headers } = await visit(accept);
    expect([status, headers.get('location'), headers.get('vary'), headers.get('cache-control')]).toEqual([
      ...[303, '/portal/', 'Accept', 'no-store'],
    ]);
    expect((await fetch(`http://127.0.0.1:${gateway.port}/portal/`)).headers.get('content-type')).toContain(
      'text/html',
    );
  });
});

describe('the rest', () => {
  it.each(['0', '101', 'x', '1.5', '', '0x10', '1e1'])('refuses the limit "%s"', async (limit) => {
    expect(await call(`/images?limit=${limit}`)).toMatchObject({
      status: 400,
      body: { error: 'limit must be an integer between 1 and 100' },
    });
  });
});
