import { openSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readToHead } from '@styling/bus';
import { EVENTS_STREAM, listImages, READS_STREAM, subjectsIn } from '@styling/contracts';
import { createLogger, silentLogger } from '@styling/telemetry';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestGateways, type TestGateways } from '../gateway.fixture.ts';
import { createKey, revoke } from '../keys/key-administration.ts';
import { startGateway } from '../service.ts';
import { tablesOf } from '../tables.fixture.ts';
import { type Browser, invitationFor, openBrowser, refusal, signedInBrowser } from './browser.fixture.ts';
import { SESSION_IDLE_MS } from './session-cookie.ts';
import { deleteExpired } from './sign-in.ts';

const HOUR_MS = 3_600_000;

let gateways: TestGateways;
let ahead = 0;
const clock = () => new Date(Date.now() + ahead);
let user = '';
let users = 0;
let browser: Browser;

beforeAll(async () => {
  gateways = await startTestGateways({ dailyLimit: 5, clock });
  gateways.answer(listImages, async () => ({ images: [], next_cursor: null }));
});
afterAll(() => gateways.stop());
beforeEach(() => {
  ahead = 0;
  user = `user${++users}`;
  browser = openBrowser(gateways.gateway);
});

const tokenFor = (user_id: string) => invitationFor(gateways.deps, user_id);
const signedIn = (user_id = user, at = gateways.gateway) => signedInBrowser(gateways.deps, at, user_id);

describe('signing in', () => {
  it('by an invitation begins a session that may manage, in a cookie for the portal alone', async () => {
    const token = await tokenFor(user);
    const { status, body, setCookie } = await browser.portal('POST', '/session', { token });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      user_id: user,
      may_manage: true,
      signed_in_by: 'invitation',
      name: 'Firefox on Linux',
    });
    expect(setCookie).toMatch(
      /^styling_session=isss_[0-9A-Za-z]{38}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=7776000$/,
    );
    const { expires_at: _, ...same } = body;
    expect(await browser.portal('GET', '/session')).toMatchObject({ status: 200, body: same });
    const stored = JSON.stringify([
      await tablesOf(gateways.db).selectFrom('api_key').selectAll().execute(),
      await tablesOf(gateways.db).selectFrom('invitation').selectAll().execute(),
    ]);
    expect(stored).not.toContain(token);
    expect(stored).not.toContain(browser.cookie?.split('=')[1]);
  });

  it('behind https takes no cookie that a neighbouring host can set, beside its own or alone, and forgets both', async () => {
    const portalUrl = 'https://styling.example.com';
    const behind = await startGateway({ ...gateways.deps, name: `secure-${user}`, portalUrl }, 0);
    const { cookie: theirs } = await signedIn('mallory');
    const own = await signedIn(user, behind);
    own.cookie = `${theirs}; ${own.cookie}`;
    expect((await own.portal('GET', '/session')).body.user_id).toBe(user);
    const { setCookie } = await own.portal('DELETE', '/session');
    expect(setCookie?.match(/(?:__Host-)?styling_session=;/g)).toEqual([
      'styling_session=;',
      '__Host-styling_session=;',
    ]);
    const victim = openBrowser(behind);
    victim.cookie = theirs;
    expect(await victim.ask('GET', '/images')).toMatchObject(refusal(401, 'missing_api_key'));
    expect(await victim.portal('GET', '/session')).toMatchObject({ status: 204, body: undefined });
    await behind.stop();
  });

  it('by an API key begins one that may not, and ends with the key, whoever revokes it', async () => {
    const { key, key_id } = await createKey(gateways.deps, user, 'laptop', true);
    const { body } = await browser.portal('POST', '/session', { api_key: key });
    expect(body).toMatchObject({ user_id: user, may_manage: false, signed_in_by: 'api_key' });
    expect(body.key_id).not.toBe(key_id);
    expect((await browser.ask('GET', '/images')).status).toBe(200);
    expect(await browser.ask('GET', '/keys')).toMatchObject(refusal(403, 'key_cannot_manage'));
    for (const [method, path] of [
      ['GET', '/sessions'],
      ['DELETE', '/sessions'],
      ['DELETE', `/sessions/${body.session_id}`],
      ['GET', '/passkeys'],
      ['POST', '/passkeys/options'],
      ['DELETE', '/account'],
    ] as const) {
      expect(await browser.portal(method, path)).toMatchObject(refusal(403, 'session_cannot_manage'));
    }
    await revoke(gateways.deps, key_id);
    expect(await browser.portal('GET', '/session')).toMatchObject({ status: 204, body: undefined });
    expect(await browser.ask('GET', '/images')).toMatchObject(refusal(401, 'signed_out'));
    expect(await browser.portal('POST', '/session', { api_key: key })).toMatchObject(refusal(403, 'invalid_api_key'));
  });

  it('takes a token once, also of two browsers at the same moment, and for an hour', async () => {
    const token = await tokenFor(user);
    const both = [browser, openBrowser(gateways.otherGateway)].map((one) => one.portal('POST', '/session', { token }));
    expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 401]);
    const late = await tokenFor(user);
    ahead = HOUR_MS;
    const refused = { status: 401, body: { code: 'invalid_token' }, setCookie: null };
    for (const wrong of [token, late, 'guess', `issi_${'a'.repeat(38)}`]) {
      expect(await openBrowser(gateways.gateway).portal('POST', '/session', { token: wrong })).toMatchObject(refused);
    }
    expect(
      await tablesOf(gateways.db).selectFrom('invitation').where('user_id', '=', user).selectAll().execute(),
    ).toHaveLength(1);
    await deleteExpired(gateways.deps);
    expect(await tablesOf(gateways.db).selectFrom('invitation').selectAll().execute()).toEqual([]);
  });

  it.each([
    [{}, 'required'],
    [{ token: 'a', api_key: 'b' }, 'only_one_of'],
    [{ token: 'x'.repeat(201) }, 'too_long'],
  ])('is refused with %j', async (body, code) => {
    expect(await browser.portal('POST', '/session', body)).toMatchObject({
      status: 400,
      body: { code },
      setCookie: null,
    });
  });

  it('given a cookie of somebody else, begins a new session of the one who signs in, and ends that of the cookie', async () => {
    const { cookie: planted } = await signedIn('mallory');
    browser.cookie = planted;
    const { body } = await browser.portal('POST', '/session', { token: await tokenFor(user) });
    expect(body.user_id).toBe(user);
    expect(browser.cookie).not.toBe(planted);
    expect((await browser.portal('GET', '/session')).body.user_id).toBe(user);
    browser.cookie = planted;
    expect((await browser.portal('GET', '/session')).status).toBe(204);
  });
});

describe('a session', () => {
  it('is accepted by the API as a key is, at every gateway, manages keys, and is counted as itself, but for what it only reads', async () => {
    const own = await signedIn();
    const { key_id } = (await own.portal('GET', '/session')).body;
    const elsewhere = openBrowser(gateways.otherGateway);
    elsewhere.cookie = own.cookie;
    expect((await elsewhere.ask('GET', '/images')).status).toBe(200);
    const made = await own.ask('POST', '/keys', { name: 'phone' });
    expect(made.status).toBe(201);
    const { keys } = (await own.ask('GET', '/keys')).body;
    expect(keys.map((key: { key_id: string }) => key.key_id)).toEqual([made.body.key_id]);
    const counted: unknown[] = [];
    for (const filter of ([EVENTS_STREAM, READS_STREAM] as const).flatMap(subjectsIn)) {
      const reader = readToHead(gateways.servers.bus, { name: 'test', filter, after: 0, log: silentLogger() });
      for await (const { event } of reader) {
        if (event && 'key_id' in event.data && event.data.key_id === key_id) counted.push([event.type, event.data]);
      }
    }
    expect(counted).toEqual([['read.answered', expect.objectContaining({ user_id: user, endpoint: '/keys' })]]);
    expect(JSON.stringify(counted)).not.toContain('isss_');
  });

  it('is no key, and a key is no session', async () => {
    const own = await signedIn();
    const secret = own.cookie?.split('=')[1] ?? '';
    const { key } = await createKey(gateways.deps, user, 'laptop');
    const session_id = (await own.portal('GET', '/session')).body.session_id;
    const byHeader = await openBrowser(gateways.gateway).ask('GET', '/images', undefined, { 'x-api-key': secret });
    expect(byHeader).toMatchObject(refusal(403, 'invalid_api_key'));
    const byCookie = openBrowser(gateways.gateway);
    byCookie.cookie = `styling_session=${key}`;
    expect((await byCookie.ask('GET', '/images')).status).toBe(401);
    expect((await own.ask('PATCH', `/keys/${session_id}`, { name: 'mine' })).status).toBe(404);
    expect((await own.ask('DELETE', `/keys/${session_id}`)).status).toBe(404);
    const mcp = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    expect(await own.ask('POST', '/mcp', mcp)).toMatchObject(refusal(401, 'missing_api_key'));
  });

  it('gives way to a key that is sent beside it', async () => {
    const own = await signedIn('somebody-else');
    const { key } = await createKey(gateways.deps, user, 'laptop');
    const headers = { 'x-api-key': key, 'sec-fetch-site': 'cross-site' };
    expect((await own.ask('GET', '/images', undefined, headers)).status).toBe(200);
    expect((await own.ask('GET', '/images', undefined, { 'x-api-key': 'wrong' })).status).toBe(403);
    expect((await own.ask('GET', '/images', undefined, { 'x-api-key': '' })).status).toBe(200);
  });

  it('ends 30 days after its last use', async () => {
    const own = await signedIn();
    for (const days of [29, 29 + 29]) {
      ahead = days * 24 * HOUR_MS;
      expect((await own.portal('GET', '/session')).status).toBe(200);
      const used = () =>
        tablesOf(gateways.db).selectFrom('api_key').select('last_used_at').where('user_id', '=', user).execute();
      await vi.waitFor(async () =>
        expect((await used())[0]?.last_used_at?.getTime()).toBeGreaterThan(Date.now() + ahead - 60_000),
      );
    }
    ahead += SESSION_IDLE_MS + 1000;
    expect((await own.portal('GET', '/session')).status).toBe(204);
  });

  it('is listed with the others of its user, and ended by any of them; nobody else sees it', async () => {
    const [own, other] = [await signedIn(), await signedIn()];
    const stranger = await signedIn('stranger');
    const ids = await Promise.all(
      [own, other].map(async (one) => (await one.portal('GET', '/session')).body.session_id),
    );
    const { sessions } = (await own.portal('GET', '/sessions')).body;
    expect(sessions.map((one: { session_id: string }) => one.session_id).sort()).toEqual([...ids].sort());
    expect(sessions.filter((one: { is_current: boolean }) => one.is_current)).toMatchObject([{ session_id: ids[0] }]);
    for (const id of [ids[0], 'key_000000000000000000000000', 'nothing']) {
      expect(await stranger.portal('DELETE', `/sessions/${id}`)).toMatchObject(refusal(404, 'session_not_found'));
    }
    expect((await stranger.portal('GET', '/sessions')).body.sessions).toHaveLength(1);
    expect((await own.portal('DELETE', `/sessions/${ids[1]}`)).status).toBe(204);
    expect((await other.portal('GET', '/session')).status).toBe(204);
    expect((await own.portal('GET', '/session')).status).toBe(200);
    expect((await own.portal('DELETE', `/sessions/${ids[1]}`)).status).toBe(404);
  });

  it('ends with all others of its user, everywhere', async () => {
    const [own, other] = [await signedIn(), await signedIn(user, gateways.otherGateway)];
    const stranger = await signedIn('another-stranger');
    const before = own.cookie;
    expect(await own.portal('DELETE', '/sessions')).toMatchObject({ status: 204 });
    expect(own.cookie).toBeUndefined();
    own.cookie = before;
    for (const one of [own, other]) expect((await one.portal('GET', '/session')).status).toBe(204);
    expect((await stranger.portal('GET', '/session')).status).toBe(200);
  });

  it('is signed out of, once and again, and its cookie is worth nothing afterwards', async () => {
    const own = await signedIn();
    const before = own.cookie;
    expect((await own.portal('DELETE', '/session')).status).toBe(204);
    expect(own.cookie).toBeUndefined();
    expect((await own.portal('DELETE', '/session')).status).toBe(204);
    own.cookie = before;
    expect((await own.portal('GET', '/session')).status).toBe(204);
  });

  it('pushes out the oldest of more than twenty that were begun alike, and no other', async () => {
    const invited = await signedIn();
    const { key } = await createKey(gateways.deps, user, 'laptop');
    const begun: Browser[] = [];
    for (let count = 0; count < 21; count++) {
      begun.push(openBrowser(gateways.gateway));
      ahead += 1000;
      expect((await begun.at(-1)?.portal('POST', '/session', { api_key: key }))?.status).toBe(200);
    }
    expect((await begun[0]?.portal('GET', '/session'))?.status).toBe(204);
    expect((await begun[1]?.portal('GET', '/session'))?.status).toBe(200);
    expect((await invited.portal('GET', '/sessions')).body.sessions).toHaveLength(21);
  });
});

describe('a page of another site', () => {
  it.each<[string, Record<string, string | undefined>]>([
    ['cross-site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['of an older browser', { 'sec-fetch-site': undefined, origin: 'https://evil.example' }],
    ['without any origin', { 'sec-fetch-site': undefined, origin: undefined }],
  ])('changes nothing with the cookie, nor signs anybody in: %s', async (_, headers) => {
    const own = await signedIn();
    const refused = { status: 403, body: { code: 'cross_site' }, setCookie: null };
    const { body: key } = await own.ask('POST', '/keys', { name: 'mine' });
    expect(await own.ask('POST', '/keys', { name: 'theirs' }, headers)).toMatchObject(refused);
    expect(await own.ask('DELETE', `/keys/${key.key_id}`, undefined, headers)).toMatchObject(refused);
    expect(await own.ask('DELETE', '/portal/api/sessions', undefined, headers)).toMatchObject(refused);
    expect(await own.ask('DELETE', '/portal/api/session', undefined, headers)).toMatchObject(refused);
    expect(await own.ask('DELETE', '/portal/api/account', { user_id: user }, headers)).toMatchObject(refused);
    const token = await tokenFor('mallory');
    expect(await own.ask('POST', '/portal/api/session', { token }, headers)).toMatchObject(refused);
    expect((await own.ask('GET', '/keys')).body.keys).toMatchObject([{ name: 'mine', status: 'active' }]);
    expect((await own.portal('GET', '/session')).body.user_id).toBe(user);
  });

  it('reads nothing with the cookie either, but a link that was typed in is followed', async () => {
    const own = await signedIn();
    const read = (site: string | undefined) => own.ask('GET', '/images', undefined, { 'sec-fetch-site': site });
    expect((await read('cross-site')).status).toBe(403);
    expect((await read('same-site')).status).toBe(403);
    expect((await read('none')).status).toBe(200);
    expect((await read(undefined)).status).toBe(200);
  });
});

it('leaves no secret in the log of the process, nor in an event', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sessions-log-'));
  // Stays open: what ends a little after the gateway still logs.
  const descriptor = openSync(join(folder, 'log'), 'w');
  const log = createLogger('gateway', 'trace', descriptor);
  const gateway = await startGateway({ ...gateways.deps, name: `logging-${user}`, log }, 0);
  const { key } = await createKey(gateways.deps, user, 'laptop');
  const tokens = [await tokenFor(user), await tokenFor(user), `issi_${'a'.repeat(38)}`];
  const at = openBrowser(gateway);
  const cookies: string[] = [];
  for (const proof of [...tokens.map((token) => ({ token })), { api_key: key }, { api_key: `${key}x` }]) {
    await at.portal('POST', '/session', proof);
    cookies.push(at.cookie?.split('=')[1] ?? '');
  }
  await at.ask('GET', '/images');
  await at.ask('GET', '/portal/api/nothing');
  await at.portal('DELETE', '/session');
  await gateway.stop();
  const written = await readFile(join(folder, 'log'), 'utf8');
  await rm(folder, { recursive: true });
  expect(written).toContain('/portal/api/session');
  expect(written).toMatch(/"key_id":"key_[0-9a-f]{24}","endpoint":"\/images"/);
  for (const secret of [...tokens, ...cookies, key]) expect(written).not.toContain(secret);
});

it('given a database that is away, then signing in can be tried again later', async () => {
  const away = { ...gateways.deps, name: `away-${user}` };
  const gateway = await startGateway(away, 0);
  const token = await tokenFor(user);
  const at = openBrowser(gateway);
  await gateways.servers.postgres.kill();
  expect(await at.portal('POST', '/session', { token })).toMatchObject(refusal(503, 'unavailable'));
  await gateways.servers.postgres.start();
  await vi.waitFor(async () => expect((await at.portal('POST', '/session', { token })).status).toBe(200), 20_000);
  await gateway.stop();
});
