import { request as httpRequest } from 'node:http';
import { objectNames } from '@styling/objectstore';
import { eventsOfRequest } from '@styling/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { smallPhoto, startTestGateways, type TestGateways } from '../gateway.fixture.ts';
import { createKey } from '../keys/key-administration.ts';
import { listKeys } from '../keys/key-store.ts';
import { openBrowser } from '../portal/browser.fixture.ts';
import { invite } from '../portal/sign-in.ts';
import { KEY_LIFE_MS } from '../requests/request-headers.ts';
import { tablesOf } from '../tables.fixture.ts';
import { disownUser, forgetUser } from './erase-user.ts';

let gateways: TestGateways;
let now = () => new Date();
let user = '';
let key = '';
let key_id = '';
let users = 0;
let body: string;

beforeAll(async () => {
  gateways = await startTestGateways({ dailyLimit: 5, clock: () => now() });
  const selfie_base64 = (await smallPhoto()).toString('base64');
  body = JSON.stringify({ selfie_base64, clothing_description: 'a red coat', mode: 'model_shot' });
});
afterAll(() => gateways.stop());
beforeEach(async () => {
  user = `user${++users}`;
  ({ key, key_id } = await createKey(gateways.deps, user, 'test'));
});
afterEach(() => {
  now = () => new Date();
  gateways.setWork((event) => gateways.complete(event));
});

const url = (path: string) => `http://127.0.0.1:${gateways.gateway.port}${path}`;
const tryOn = () => gateways.tryOn(key);
const disown = () => disownUser(gateways.deps, user);
/** Everything in the log on the subjects of this test's user. */
const lastSaid = async (subject: string) =>
  (await gateways.servers.bus.jsm.streams.getMessage('EVENTS', { last_by_subj: `${subject}.${user}.*` }))?.json();
describe('erasing a user', () => {
  it('revokes and disowns every key, and forgets in the end whose they were; a second time there is nothing to do', async () => {
    await createKey(gateways.deps, user, 'another');
    expect((await tryOn()).status).toBe(200);
    expect(await disown()).toBe(2);
    expect((await tryOn()).status).toBe(403);
    expect(await lastSaid('styling.key.revoked')).toMatchObject({ data: { user_id: user } });
    expect(await lastSaid('styling.image.disowned')).toMatchObject({ data: { user_id: user } });
    expect(await disown()).toBe(0);
    expect(await forgetUser(gateways.db, user)).toBe(2);
    expect(await listKeys(gateways.db, user)).toEqual([]);
    expect(
      await tablesOf(gateways.db).selectFrom('admission').where('user_id', '=', user).selectAll().execute(),
    ).toEqual([]);
    expect([await disown(), await forgetUser(gateways.db, user)]).toEqual([0, 0]);
    expect((await tryOn()).status).toBe(403);
  });

  it('ends sessions, disowns what was made in them, and leaves nothing to sign in with', async () => {
    const browser = openBrowser(gateways.gateway);
    const invited = async () => (await invite(gateways.deps, user, browser.origin)).link.split('#token=')[1];
    const session = await browser.portal('POST', '/session', { token: await invited() });
    expect((await browser.ask('POST', '/try_on_outfit', JSON.parse(body))).status).toBe(200);
    const unused = await invited();
    await browser.portal('POST', '/passkeys/options');
    expect(await disown()).toBe(1);
    expect((await browser.portal('GET', '/session')).status).toBe(204);
    expect((await browser.portal('POST', '/session', { token: unused })).status).toBe(401);
    // The last one: sessions come after keys.
    expect(await lastSaid('styling.image.disowned')).toMatchObject({ data: { key_id: session.body.key_id } });
    expect(await forgetUser(gateways.db, user)).toBe(1);
    for (const table of ['api_key', 'invitation', 'passkey', 'webauthn_challenge'] as const) {
      const rows = tablesOf(gateways.db).selectFrom(table).select('user_id').where('user_id', '=', user);
      expect(await rows.execute()).toEqual([]);
    }
  });

  it('given a running request, waits for its end, and leaves neither input nor result', async () => {
    const { taken, end } = gateways.holdWork();
    const answering = tryOn();
    const { data } = await taken;
    let ended = false;
    const erasing = disown().then(() => {
      ended = true;
    });
    await vi.waitFor(async () => expect(await lastSaid('styling.image.disowned')).toMatchObject({ data: { key_id } }));
    expect(ended).toBe(false);
    end();
    await erasing;
    expect((await answering).status).toBe(200);
    expect(await gateways.servers.store.deleteAll(objectNames.ofRequest(data.request_id))).toBe(0);
    expect(await gateways.servers.store.deleteAll(objectNames.result(data))).toBe(0);
  });

  it('leaves no answer that could be asked for again, however old', async () => {
    const sent = { body: { ...JSON.parse(body), mode: 'studio' }, headers: { 'idempotency-key': 'again' } };
    const { headers: told, status } = await gateways.ask(key, '/generate_image', sent);
    expect(status).toBe(200);
    const request_id = String(told.get('x-request-id'));
    const kept = objectNames.result({ request_id, repeatable: true });
    expect(await gateways.servers.store.head(kept)).not.toBeNull();
    const late = new Date(Date.now() + KEY_LIFE_MS);
    now = () => late;
    await disown();
    expect(await gateways.servers.store.head(kept)).toBeNull();
    await forgetUser(gateways.db, user);
    expect(
      await tablesOf(gateways.db).selectFrom('idempotency_key').where('user_id', '=', user).selectAll().execute(),
    ).toEqual([]);
  });

  it('given a request that nobody ends, ends it itself once it is overdue', async () => {
    const { taken, end } = gateways.holdWork();
    const answering = tryOn();
    const { data } = await taken;
    const erasing = disown();
    const late = new Date(Date.parse(data.deadline) + 30_001);
    now = () => late;
    await erasing;
    const said = await eventsOfRequest(gateways.servers.bus, data.request_id);
    expect(said.map(({ type, source }) => [type, source])).toContainEqual(['request.completed', '/services/gateway']);
    expect((await answering).status).toBe(504);
    expect(await gateways.servers.store.head(data.input)).toBeNull();
    end();
  });

  it('given a body that is still on its way when the key is revoked, then the request ends as refused', async () => {
    const worked = vi.fn(() => Promise.resolve());
    gateways.setWork(worked);
    const request = httpRequest(url('/try_on_outfit'), {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
    });
    const answered = new Promise<[number | undefined, string]>((resolve, reject) => {
      request.on('error', reject).on('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve([response.statusCode, Buffer.concat(chunks).toString()]));
      });
    });
    request.write(body.slice(0, 1_000));
    // The key is looked up before the body is read, and that it was used is noted.
    await vi.waitFor(async () => expect((await listKeys(gateways.db, user))[0]?.last_used_at).not.toBeNull());
    await disown();
    await forgetUser(gateways.db, user);
    request.end(body.slice(1_000));
    const [status, text] = await answered;
    expect([status, JSON.parse(text)]).toMatchObject([403, { error: 'Invalid API key', code: 'invalid_api_key' }]);
    expect(worked).not.toHaveBeenCalled();
    const row = await tablesOf(gateways.db)
      .selectFrom('admission')
      .where('user_id', '=', user)
      .selectAll()
      .executeTakeFirst();
    expect(row).toMatchObject({ used: 0, request_id: null });
    const request_id = JSON.parse(text).request_id as string;
    expect((await gateways.servers.store.get(objectNames.input(request_id)))?.bytes).toHaveLength(0);
  });
});
