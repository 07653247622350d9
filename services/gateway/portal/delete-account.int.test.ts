import { answerQueries } from '@styling/bus';
import {
  deleteAsset,
  deleteImage,
  deleteWebhook,
  getJobs,
  listAssets,
  listImages,
  listWebhooks,
  type RequestAccepted,
} from '@styling/contracts';
import { ServiceError } from '@styling/service';
import { silentLogger } from '@styling/telemetry';
import { testId } from '@styling/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { smallPhoto, startTestGateways, type TestGateways } from '../gateway.fixture.ts';
import { createKey } from '../keys/key-administration.ts';
import { type Browser, openBrowser } from './browser.fixture.ts';
import { invite } from './invitations.ts';

// The services that have the records are stand-ins here; deploy/local/whole-system.e2e.test.ts has them all.

let gateways: TestGateways;
let user = '';
let users = 0;
let browser: Browser;
/** What each user has, by kind. */
const kept = {
  images: new Map<string, Set<string>>(),
  assets: new Map<string, Set<string>>(),
  webhooks: new Map<string, Set<string>>(),
};
let isStoreAway = false;
let running: RequestAccepted['data'] | undefined;

const at = '2026-01-02T03:04:05.678Z';
const of = (kind: keyof typeof kept, user_id: string, limit = 1000) =>
  [...(kept[kind].get(user_id) ?? [])].slice(0, limit);
const remove = (kind: keyof typeof kept, user_id: string, id: string) => kept[kind].get(user_id)?.delete(id) ?? false;

beforeAll(async () => {
  gateways = await startTestGateways({ dailyLimit: 5, clock: () => new Date() });
  const { bus } = gateways.servers;
  const options = { queue: 'stand-in', log: silentLogger() };
  const image = {
    object: 'images/x.jpg',
    mime_type: 'image/jpeg',
    category: 'try-on',
    endpoint: '/try_on_outfit',
  } as const;
  answerQueries(
    bus,
    listImages,
    async ({ user_id }) => ({
      images: of('images', user_id, 3).map((image_id) => ({ ...image, image_id, created_at: at, persistent: true })),
      next_cursor: null,
    }),
    options,
  );
  const asset = {
    kind: 'selfie',
    width: 64,
    height: 64,
    bytes: 1,
    created_at: at,
    expires_at: at,
    checks: [],
  } as const;
  answerQueries(
    bus,
    listAssets,
    async ({ user_id, limit }) => ({
      assets: of('assets', user_id, limit).map((asset_id) => ({ ...asset, asset_id, checks: [] })),
      next_cursor: null,
    }),
    options,
  );
  const webhook = {
    url: 'https://a.example',
    events: [],
    description: '',
    status: 'enabled',
    disabled_reason: null,
  } as const;
  answerQueries(
    bus,
    listWebhooks,
    async ({ user_id }) => ({
      webhooks: of('webhooks', user_id).map((webhook_id) => ({
        ...{ ...webhook, webhook_id, events: [], created_at: at, failing_since: null },
      })),
    }),
    options,
  );
  answerQueries(
    bus,
    deleteImage,
    async ({ user_id, image_id }) => {
      if (isStoreAway) throw new ServiceError('unavailable');
      return { deleted: remove('images', user_id, image_id) };
    },
    options,
  );
  answerQueries(
    bus,
    deleteAsset,
    async ({ user_id, asset_id }) => ({ deleted: remove('assets', user_id, asset_id) }),
    options,
  );
  answerQueries(
    bus,
    deleteWebhook,
    async ({ user_id, webhook_id }) => {
      remove('webhooks', user_id, webhook_id);
      return {};
    },
    options,
  );
  answerQueries(bus, getJobs, async () => ({ jobs: [running ? jobOf(running) : null] }), options);
});
afterAll(() => gateways.stop());
beforeEach(async () => {
  user = `user${++users}`;
  browser = openBrowser(gateways.gateway);
  const { link } = await invite(gateways.deps, user, browser.origin);
  await browser.portal('POST', '/session', { token: link.split('#token=')[1] });
  let number = 100 * users;
  for (const [kind, prefix, count] of [
    ['images', 'img', 7],
    ['assets', 'ast', 2],
    ['webhooks', 'whk', 1],
  ] as const) {
    kept[kind].set(user, new Set(Array.from({ length: count }, () => testId(prefix, ++number))));
  }
});
afterEach(() => {
  isStoreAway = false;
  running = undefined;
  gateways.setWork((event) => gateways.complete(event));
});

const jobOf = ({
  request_id,
  user_id,
  key_id,
  endpoint,
  capability,
  deadline,
  received_at,
}: RequestAccepted['data']) => ({
  ...{
    request_id,
    user_id,
    key_id,
    endpoint,
    capability,
    deadline,
    created_at: received_at,
    status: 'running' as const,
  },
  ...{ started_at: received_at, cancel_requested_at: null, completed_at: null, ending: null },
});
const deletes = (user_id = user) => browser.portal('DELETE', '/account', { user_id });
const left = () => (['images', 'assets', 'webhooks'] as const).map((kind) => of(kind, user).length);

it('deletes what a user has, and revokes all keys and sessions, of nobody else', async () => {
  const { key } = await createKey(gateways.deps, user, 'laptop');
  await createKey(gateways.deps, user, 'phone');
  const unused = await invite(gateways.deps, user, browser.origin);
  const neighbour = await createKey(gateways.deps, `${user}-neighbour`, 'laptop');
  const { cookie } = browser;
  expect(await deletes()).toMatchObject({ status: 200, body: { images: 7, assets: 2, webhooks: 1, keys: 2 } });
  expect(left()).toEqual([0, 0, 0]);
  expect(browser.cookie).toBeUndefined();
  browser.cookie = cookie;
  expect((await browser.portal('GET', '/session')).status).toBe(401);
  expect((await browser.portal('POST', '/session', { token: unused.link.split('#token=')[1] })).status).toBe(401);
  const statusOf = async (one: string) => (await browser.ask('GET', '/images', undefined, { 'x-api-key': one })).status;
  expect([await statusOf(key), await statusOf(neighbour.key)]).toEqual([403, 200]);
});

it.each([[undefined], ['somebody'], [''], [7]])('given %j as what was typed in, deletes nothing', async (typed) => {
  const { status } = await browser.portal('DELETE', '/account', typed === undefined ? {} : { user_id: typed });
  expect(status).toBe(400);
  expect(left()).toEqual([7, 2, 1]);
  expect((await browser.portal('GET', '/session')).status).toBe(200);
});

it('given images that cannot be deleted now, says so, and does the rest when it is asked again', async () => {
  isStoreAway = true;
  expect(await deletes()).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  expect(left()).toEqual([7, 0, 0]);
  isStoreAway = false;
  expect(await deletes()).toMatchObject({ status: 200, body: { images: 7, assets: 0, webhooks: 0, keys: 0 } });
});

it('given a request that runs, cancels it and waits for its end', async () => {
  const taken = Promise.withResolvers<RequestAccepted>();
  gateways.setWork(async (event) => taken.resolve(event));
  const selfie_base64 = (await smallPhoto()).toString('base64');
  const order = { selfie_base64, clothing_description: 'a red coat', mode: 'model_shot' };
  const answering = browser.ask('POST', '/try_on_outfit', order);
  const event = await taken.promise;
  running = event.data;
  const deleting = deletes();
  const { jsm } = gateways.servers.bus;
  const asked = async () =>
    (await jsm.streams.info('EVENTS', { subjects_filter: 'styling.request.cancel_requested.>' })).state.subjects ?? {};
  while (Object.keys(await asked()).length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
  expect(left()).toEqual([7, 2, 1]);
  await gateways.complete(event, 500);
  expect(await deleting).toMatchObject({ status: 200 });
  expect((await answering).status).toBe(500);
  expect(left()).toEqual([0, 0, 0]);
});
