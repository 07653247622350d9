import { publish, readToHead } from '@styling/bus';
import { completeRequest, type RequestAccepted, subjects } from '@styling/contracts';
import { objectNames } from '@styling/objectstore';
import { ServiceError } from '@styling/service';
import { silentLogger } from '@styling/telemetry';
import { eventsOfRequest } from '@styling/testing';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { smallPhoto, startTestGateways, type TestGateways } from '../gateway.fixture.ts';
import { createKey } from '../keys/key-administration.ts';
import { startGateway } from '../service.ts';
import { tablesOf } from '../tables.fixture.ts';
import { deleteOrphans } from '../upkeep/delete-orphans.ts';
import { KEY_LIFE_MS } from './request-headers.ts';

const LIMIT = 5;
let gateways: TestGateways;
let good: Record<string, object>;
let now = () => new Date();
let user = '';
let key = '';
let users = 0;

beforeAll(async () => {
  gateways = await startTestGateways({ dailyLimit: LIMIT, clock: () => now() });
  const selfie_base64 = (await smallPhoto()).toString('base64');
  good = {
    '/try_on_outfit': { selfie_base64, clothing_description: 'a vermilion coat', mode: 'model_shot' },
    '/generate_image': { selfie_base64, clothing_description: 'a vermilion coat', mode: 'studio' },
    '/style_me': { selfie_base64, occasion: 'a vermilion wedding', num_outfits: 2 },
    '/analyze_outfit': { image_url: 'https://vermilion.example/outfit.jpg' },
    '/identify_clothing': { image_url: 'https://vermilion.example/outfit.jpg' },
  };
});
afterAll(() => gateways.stop());
beforeEach(async () => {
  user = `user${++users}`;
  key = (await createKey(gateways.deps, user, 'test')).key;
});
afterEach(() => {
  now = () => new Date();
  gateways.setWork((event) => gateways.complete(event));
});

type Asked = { path?: string; more?: object; as?: string | null; at?: { port: number } };
async function ask({ path = '/try_on_outfit', more = {}, as = 'retry-1', at = gateways.gateway }: Asked = {}) {
  const sent = { body: { ...good[path], ...more }, headers: as === null ? {} : { 'idempotency-key': as }, at };
  const { status, body, headers } = await gateways.ask(key, path, sent);
  return {
    status,
    body,
    replayed: headers.get('idempotent-replayed'),
    remaining: headers.get('x-ratelimit-remaining'),
    approximations: headers.get('styling-approximations'),
    request_id: String(headers.get('x-request-id')),
  };
}
const onOther = (asked: Asked = {}) => ask({ ...asked, at: gateways.otherGateway });
/** What was accepted of this test's user. */
async function accepted(): Promise<RequestAccepted[]> {
  const found: RequestAccepted[] = [];
  const options = { name: 'test', filter: subjects.allAccepted, after: 0, log: silentLogger() };
  for await (const { event } of readToHead(gateways.servers.bus, options)) {
    if (event?.type === 'request.accepted' && event.data.user_id === user) found.push(event);
  }
  return found;
}
const keys = () =>
  tablesOf(gateways.db).selectFrom('idempotency_key').selectAll().where('user_id', '=', user).execute();
const slot = () =>
  tablesOf(gateways.db)
    .selectFrom('admission')
    .select(['used', 'request_id'])
    .where('user_id', '=', user)
    .executeTakeFirst();
describe('a request that was only approximated', () => {
  it('says so in a header, also to its repetition; another one has none', async () => {
    gateways.setWork(async ({ data }) => {
      const result = {
        object: `images/${data.image_ids[0]}.jpg`,
        mime_type: 'image/jpeg',
        image_id: data.image_ids[0] ?? null,
      };
      const ending = { result, approximations: ['sleeves_kept', 'cut_kept', 'sleeves_kept'] };
      await publish(gateways.servers.bus, completeRequest(data, 'tryon', new Date(), ending));
    });
    for (const _ of ['first', 'repetition'])
      expect(await ask()).toMatchObject({ approximations: 'cut_kept,sleeves_kept' });
    gateways.setWork((event) => gateways.complete(event));
    expect(await ask({ as: 'another' })).toMatchObject({ status: 200, approximations: null });
  });
});

describe('a request that is repeated with its Idempotency-Key', () => {
  it.each(['/try_on_outfit', '/generate_image', '/style_me', '/analyze_outfit', '/identify_clothing'])(
    'given that %s was answered, is told the same by any gateway, again and again, and costs nothing',
    async (path) => {
      const first = await ask({ path });
      expect(first).toMatchObject({ status: 200, replayed: null, remaining: String(LIMIT - 1) });
      for (const again of [await onOther({ path }), await ask({ path })]) {
        expect(again).toMatchObject({ status: 200, replayed: 'true', remaining: String(LIMIT - 1), body: first.body });
        expect(again.request_id).not.toBe(first.request_id);
        const said = await eventsOfRequest(gateways.servers.bus, again.request_id);
        expect(said).toMatchObject([{ type: 'read.answered', data: { endpoint: path, status: 200 } }]);
      }
      expect(await accepted()).toHaveLength(1);
      expect(await slot()).toEqual({ used: 1, request_id: null });
    },
  );

  it('given a fault that was found in it, is told the same under its own id, and it still costs nothing', async () => {
    gateways.setWork((event) => gateways.complete(event, 400));
    const first = await ask();
    expect(first).toMatchObject({ status: 400, replayed: null, body: { error: 'failed', code: 'no_person' } });
    const again = await onOther();
    expect(again).toMatchObject({ status: 400, replayed: 'true', remaining: String(LIMIT) });
    expect(again.body).toEqual({ ...first.body, request_id: again.request_id });
    expect(await accepted()).toHaveLength(1);
  });

  it.each([
    ['text', { more: { clothing_description: 'a hat' } }],
    ['endpoint', { path: '/generate_image' }],
  ])('given another %s, is refused, and nothing changes', async (_, other) => {
    await ask();
    const refused = await onOther(other);
    expect(refused).toMatchObject({ status: 400, replayed: null, remaining: null });
    expect(refused.body).toMatchObject({
      error: 'Idempotency-Key was used with another request',
      code: 'idempotency_key_reused',
    });
    expect(await onOther()).toMatchObject({ status: 200, replayed: 'true' });
    expect(await ask({ ...other, as: 'retry-2' })).toMatchObject({ status: 200, replayed: null });
  });

  it('given a gateway that could not hand it over, is done anew', async () => {
    const store = { ...gateways.deps.store, put: () => Promise.reject(new ServiceError('unavailable')) };
    const broken = await startGateway({ ...gateways.deps, store }, 0);
    expect(await ask({ at: broken })).toMatchObject({ status: 503 });
    expect(await keys()).toEqual([]);
    expect(await ask()).toMatchObject({ status: 200, replayed: null });
    await broken.stop();
  });
});

describe('what is kept to answer again', () => {
  it('is no text, address or key in the table, and no result of a request without a key', async () => {
    for (const path of Object.keys(good)) {
      await ask({ path, as: `secret-${path}` });
      const { rows } = await sql<{ text: string }>`select k::text as text from idempotency_key as k`.execute(
        gateways.db,
      );
      const text = rows.map((row) => row.text).join();
      for (const secret of ['vermilion', 'secret', Buffer.from('secret').toString('hex'), key])
        expect(text).not.toContain(secret);
    }
    const before = await keys();
    now = () => new Date(Date.now() + 86_400_000);
    expect((await ask({ path: '/generate_image', as: null })).status).toBe(200);
    expect(await keys()).toEqual(before);
    const [request] = (await accepted()).slice(-1);
    expect(request?.data.repeatable).toBe(false);
    expect(await gateways.deps.store.head(objectNames.result(request?.data ?? never()))).toBeNull();
  });

  it('goes after a day and not before, and then the request is a new one', async () => {
    const first = await ask({ path: '/generate_image' });
    const object = objectNames.result({ request_id: first.request_id, repeatable: true });
    const at = (ms: number) => ({ ...gateways.deps, clock: () => new Date(Date.now() + ms) });
    await deleteOrphans(at(KEY_LIFE_MS - 60_000));
    expect(await keys()).toHaveLength(1);
    expect(await gateways.deps.store.head(object)).not.toBeNull();
    await deleteOrphans(at(KEY_LIFE_MS + 1_000));
    expect(await keys()).toEqual([]);
    expect(await gateways.deps.store.head(object)).toBeNull();
    expect(await ask({ path: '/generate_image' })).toMatchObject({ status: 200, replayed: null });
  });

  it('given a result that is gone all the same, fails once and is a new request then', async () => {
    const first = await ask({ path: '/generate_image' });
    await gateways.deps.store.delete(objectNames.result({ request_id: first.request_id, repeatable: true }));
    expect(await ask({ path: '/generate_image' })).toMatchObject({
      status: 500,
      replayed: null,
      body: { error: 'Internal server error' },
    });
    expect(await ask({ path: '/generate_image' })).toMatchObject({ status: 200, replayed: null });
    expect(await ask({ path: '/generate_image' })).toMatchObject({ status: 200, replayed: 'true' });
  });

  it.each([
    ['is away', 503, new ServiceError('unavailable')],
    ['refuses to read it', 500, new ServiceError('internal', {}, { cause: refusal })],
  ])('given an object store that %s, says so with %s, and tells it once it is back', async (_, status, error) => {
    await ask({ path: '/analyze_outfit' });
    const store = { ...gateways.deps.store, get: () => Promise.reject(error) };
    const broken = await startGateway({ ...gateways.deps, store }, 0);
    expect(await ask({ path: '/analyze_outfit', at: broken })).toMatchObject({ status });
    expect(await ask({ path: '/analyze_outfit' })).toMatchObject({ status: 200, replayed: 'true' });
    await broken.stop();
  });
});

const refusal = Object.assign(new Error('no'), { name: 'AccessDenied', $metadata: { httpStatusCode: 403 } });
const never = (): never => {
  throw new Error('nothing was accepted');
};
