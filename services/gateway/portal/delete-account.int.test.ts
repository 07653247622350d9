import {
  countAssets,
  countImages,
  deleteAsset,
  deleteImages,
  deleteWebhook,
  getJobs,
  listAssets,
  listImages,
  listWebhooks,
  type RequestAccepted,
} from '@styling/contracts';
import { ServiceError } from '@styling/service';
import { testId } from '@styling/testing';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { smallPhoto, startTestGateways, type TestGateways } from '../gateway.fixture.ts';
import { jobFinder } from '../jobs/find-job.ts';
import { createKey } from '../keys/key-administration.ts';
import { type RunningGateway, startGateway } from '../service.ts';
import { type Browser, invitationFor, openBrowser, refusal, signedInBrowser } from './browser.fixture.ts';
import { continueDeletions } from './delete-account.ts';

// The services that have the records are stand-ins here; deploy/local/whole-system.e2e.test.ts has them all.

let gateways: TestGateways;
let user = '';
let users = 0;
let browser: Browser;
/** Ids of each user's records, by kind. */
const kept = {
  images: new Map<string, Set<string>>(),
  assets: new Map<string, Set<string>>(),
  webhooks: new Map<string, Set<string>>(),
};
const PAGE = 3;
const WITHIN = { timeout: 30_000, interval: 20 };
/** Hooks of the stand-in for the images service: it waits for them, or fails with their error. */
const nothing = async (): Promise<void> => {};
let whenCounted = nothing;
let beforePage = nothing;
let afterPage = nothing;
let running: RequestAccepted['data'] | undefined;

const at = '2026-01-02T03:04:05.678Z';
const of = (kind: keyof typeof kept, user_id: string, limit = 1000) =>
  [...(kept[kind].get(user_id) ?? [])].slice(0, limit);
const remove = (kind: keyof typeof kept, user_id: string, id: string) => kept[kind].get(user_id)?.delete(id) ?? false;

beforeAll(async () => {
  gateways = await startTestGateways({ dailyLimit: 5, clock: () => new Date() });
  const counted = (kind: keyof typeof kept, user_id: string) => of(kind, user_id).length;
  gateways.answer(listImages, async () => ({ images: [], next_cursor: null }));
  gateways.answer(countImages, async ({ user_id }) => {
    await whenCounted();
    return { images: counted('images', user_id) };
  });
  gateways.answer(countAssets, async ({ user_id }) => ({ assets: counted('assets', user_id), bytes: 1 }));
  const asset = { kind: 'selfie', width: 64, height: 64, bytes: 1, created_at: at, expires_at: at } as const;
  gateways.answer(listAssets, async ({ user_id, limit }) => ({
    assets: of('assets', user_id, limit).map((asset_id) => ({ ...asset, asset_id, checks: [] })),
    next_cursor: null,
  }));
  const webhook = { url: 'https://a.example', description: '', status: 'enabled', disabled_reason: null } as const;
  const times = { created_at: at, failing_since: null };
  gateways.answer(listWebhooks, async ({ user_id }) => ({
    webhooks: of('webhooks', user_id).map((webhook_id) => ({ ...webhook, ...times, webhook_id, events: [] })),
  }));
  gateways.answer(deleteImages, async ({ user_id }) => {
    await beforePage();
    for (const id of of('images', user_id, PAGE)) remove('images', user_id, id);
    await afterPage();
    return { left: counted('images', user_id) };
  });
  gateways.answer(deleteAsset, async ({ user_id, asset_id }) => ({ deleted: remove('assets', user_id, asset_id) }));
  gateways.answer(deleteWebhook, async ({ user_id, webhook_id }) => {
    remove('webhooks', user_id, webhook_id);
    return {};
  });
  gateways.answer(getJobs, async () => ({ jobs: [running ? jobOf(running) : null] }));
});
afterAll(() => gateways.stop());
beforeEach(async () => {
  user = `user${++users}`;
  browser = await signedIn(user);
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
  whenCounted = nothing;
  beforePage = nothing;
  afterPage = nothing;
  running = undefined;
  gateways.setWork((event) => gateways.complete(event));
});

const signedIn = (user_id: string) => signedInBrowser(gateways.deps, gateways.gateway, user_id);
const jobOf = ({ gateway: _, received_at, ...data }: RequestAccepted['data']) => ({
  ...data,
  status: 'running' as const,
  created_at: received_at,
  started_at: received_at,
  cancel_requested_at: null,
  completed_at: null,
  ending: null,
});
const deletes = (user_id = user) => browser.portal('DELETE', '/account', { user_id });
const statusOf = async (key: string) =>
  (await browser.ask('GET', '/images', undefined, { cookie: undefined, 'x-api-key': key })).status;
const left = () => (['images', 'assets', 'webhooks'] as const).map((kind) => of(kind, user).length);

it('deletes what a user has, and revokes all keys and sessions, of nobody else', async () => {
  const { key } = await createKey(gateways.deps, user, 'laptop');
  await createKey(gateways.deps, user, 'phone');
  const unused = await invitationFor(gateways.deps, user);
  const neighbour = await createKey(gateways.deps, `${user}-neighbour`, 'laptop');
  const { cookie } = browser;
  expect(await deletes()).toMatchObject({ status: 200, body: { images: 7, assets: 2, webhooks: 1, keys: 2 } });
  expect(left()).toEqual([0, 0, 0]);
  expect(browser.cookie).toBeUndefined();
  browser.cookie = cookie;
  expect((await browser.portal('GET', '/session')).status).toBe(204);
  expect((await browser.portal('POST', '/session', { token: unused })).status).toBe(401);
  expect([await statusOf(key), await statusOf(neighbour.key)]).toEqual([403, 200]);
});

it.each([undefined, 'somebody'])('given %j as what was typed in, deletes nothing', async (typed) => {
  const { status } = await browser.portal('DELETE', '/account', typed === undefined ? {} : { user_id: typed });
  expect(status).toBe(400);
  expect(left()).toEqual([7, 2, 1]);
  expect((await browser.portal('GET', '/session')).status).toBe(200);
});

it('given services that do not answer, says so, has begun nothing, and does it when it is asked again', async () => {
  const { key } = await createKey(gateways.deps, user, 'laptop');
  whenCounted = async () => {
    throw new ServiceError('unavailable');
  };
  expect(await deletes()).toMatchObject(refusal(503, 'unavailable'));
  expect([left(), await statusOf(key)]).toEqual([[7, 2, 1], 200]);
  whenCounted = nothing;
  expect(await deletes()).toMatchObject({ status: 200, body: { images: 7, assets: 2, webhooks: 1, keys: 1 } });
});

describe('a deletion that takes longer than a response may', () => {
  let hasty: RunningGateway;
  const counts = { images: 7, assets: 2, webhooks: 1, keys: 1 };
  /** Lets time pass until another gateway may take over. */
  const claimExpires = () => sql`update gateway.account_deletion set due_at = now()`.execute(gateways.db);
  const continueIt = () =>
    continueDeletions({ ...gateways.deps, findJob: jobFinder(gateways.deps) }, new AbortController().signal);
  const finishes = () =>
    vi.waitUntil(async () => {
      await continueIt();
      return (await progress()) === 204;
    }, WITHIN);
  const progress = async (by = browser) => {
    const { status, body } = await by.portal('GET', '/account');
    return body ?? status;
  };

  beforeEach(async () => {
    await createKey(gateways.deps, user, 'laptop');
    hasty = await startGateway({ ...gateways.deps, name: `hasty-${user}`, requestTimeoutMs: 1 }, 0);
    const { cookie } = browser;
    browser = openBrowser(hasty);
    browser.cookie = cookie;
  });
  afterEach(() => hasty.stop());

  it('given that the gateway that began it dies after a page, then another finishes, and its counts are true', async () => {
    const died = Promise.withResolvers<void>();
    afterPage = () => died.promise;
    expect(await deletes()).toMatchObject({ status: 202, body: { ...counts, images_left: 7 } });
    await vi.waitUntil(() => left()[0] === 4, WITHIN);
    browser = Object.assign(openBrowser(gateways.otherGateway), { cookie: browser.cookie });
    expect(await progress()).toEqual({ ...counts, images_left: 7 });

    afterPage = async () => {
      if (left()[0] === 1) throw new ServiceError('unavailable');
    };
    await claimExpires();
    await continueIt();
    expect(await progress()).toEqual({ ...counts, images_left: 7 });
    afterPage = nothing;
    await claimExpires();
    const replacement = await startGateway({ ...gateways.deps, name: `replacement-${user}` }, 0);
    await vi.waitUntil(async () => (await progress()) === 204, WITHIN);
    expect(left()).toEqual([0, 0, 0]);
    await replacement.stop();
    died.resolve();
  });

  it('shows how far it is to whom it has signed out, and to nobody else', async () => {
    const stranger = await signedIn(`${user}-neighbour`);
    const signedOut = await signedIn(user);
    const { cookie } = signedOut;
    await signedOut.portal('DELETE', '/session');
    signedOut.cookie = cookie;
    const elsewhere = await signedIn(user);
    expect(await progress()).toBe(204);
    const page = Promise.withResolvers<void>();
    beforePage = () => page.promise;
    expect((await deletes()).status).toBe(202);
    await vi.waitUntil(() => left()[1] === 0, WITHIN);
    for (const by of [browser, elsewhere]) {
      expect((await by.portal('GET', '/session')).status).toBe(204);
      expect(await progress(by)).toEqual({ ...counts, images_left: 7 });
    }
    for (const by of [stranger, signedOut, openBrowser(gateways.gateway)]) expect(await progress(by)).toBe(204);
    page.resolve();
    await finishes();
  });

  it('withdraws what the user is granted while it runs', async () => {
    const page = Promise.withResolvers<void>();
    beforePage = () => page.promise;
    expect((await deletes()).status).toBe(202);
    await vi.waitUntil(() => left()[1] === 0, WITHIN);
    const guest = await signedIn(user);
    const { key } = await createKey(gateways.deps, user, 'granted');
    page.resolve();
    await finishes();
    expect([(await guest.portal('GET', '/session')).status, await statusOf(key)]).toEqual([204, 403]);
    expect((await (await signedIn(user)).portal('GET', '/session')).status).toBe(200);
  });
});

it('given that it is asked for twice at once, then both get the same counts', async () => {
  const elsewhere = await signedIn(user);
  let asked = 0;
  const both = Promise.withResolvers<void>();
  whenCounted = async () => {
    if (++asked === 2) both.resolve();
    await both.promise;
  };
  const answers = await Promise.all([deletes(), elsewhere.portal('DELETE', '/account', { user_id: user })]);
  for (const answer of answers) {
    expect(answer).toMatchObject({ status: 200, body: { images: 7, assets: 2, webhooks: 1, keys: 0 } });
  }
  expect(left()).toEqual([0, 0, 0]);
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
