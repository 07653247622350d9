import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestGateways, type TestGateways } from '../gateway.fixture.ts';
import { tablesOf } from '../tables.fixture.ts';
import { createAuthenticator } from './authenticator.fixture.ts';
import { type Browser, openBrowser, refusal, signedInBrowser } from './browser.fixture.ts';
import { registerPasskey } from './passkeys.ts';
import { deleteExpired } from './sign-in.ts';

let gateways: TestGateways;
let ahead = 0;
let user = '';
let users = 0;
let browser: Browser;
let authenticator: ReturnType<typeof createAuthenticator>;

beforeAll(async () => {
  gateways = await startTestGateways({ dailyLimit: 5, clock: () => new Date(Date.now() + ahead) });
});
afterAll(() => gateways.stop());
beforeEach(async () => {
  ahead = 0;
  user = `user${++users}`;
  browser = await signedIn(user);
  authenticator = createAuthenticator(browser.origin);
});

const signedIn = (user_id: string) => signedInBrowser(gateways.deps, gateways.gateway, user_id);
const ask = async (at = browser) => (await at.portal('POST', '/passkeys/options')).body;
async function register(name = 'laptop', at = browser) {
  const { challenge_id, options } = await ask(at);
  return at.portal('POST', '/passkeys', { challenge_id, name, response: authenticator.create(options) });
}
type Lie = Parameters<typeof authenticator.get>[1];
async function signIn(lie: Lie = {}, at = openBrowser(gateways.otherGateway)) {
  const { challenge_id, options } = (await at.portal('POST', '/session/options')).body;
  // The page of the gateway where it was registered: behind a proxy all gateways are one host.
  const passkey = authenticator.get(options, { origin: at.origin, ...lie });
  return { at, ...(await at.portal('POST', '/session', { challenge_id, passkey })) };
}
const invalid = { status: 401, body: { code: 'invalid_passkey' }, setCookie: null };

describe('a passkey', () => {
  it('is registered, listed, and signs in without a user name, at any gateway, to a session that may manage', async () => {
    const { options } = await ask();
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: user },
      authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
    });
    const registered = await register(' laptop ');
    expect(registered).toMatchObject({ status: 201, body: { name: 'laptop', last_used_at: null } });
    expect(Object.keys(registered.body)).toEqual(['passkey_id', 'name', 'created_at', 'last_used_at']);
    const { at, body, setCookie } = await signIn();
    expect(body).toMatchObject({ user_id: user, may_manage: true, signed_in_by: 'passkey' });
    expect(setCookie).toContain('HttpOnly');
    expect((await at.ask('GET', '/keys')).status).toBe(200);
    const { passkeys } = (await browser.portal('GET', '/passkeys')).body;
    expect(passkeys).toMatchObject([{ ...registered.body, last_used_at: expect.any(String) }]);
    expect((await ask()).options.excludeCredentials).toHaveLength(1);
    expect((await signIn()).status).toBe(200);
  });

  it('signs in when a leaked key has made all changes of the day, and no more than twice as many', async () => {
    await register();
    const spend = (changes: number) => {
      const changes_day = new Date().toISOString().slice(0, 10);
      const row = { user_id: user, day: changes_day, used: 0, changes, changes_day };
      const values = tablesOf(gateways.db).insertInto('admission').values(row);
      return values.onConflict((conflict) => conflict.column('user_id').doUpdateSet(row)).execute();
    };
    await spend(1_000);
    expect((await signIn()).status).toBe(200);
    await spend(2_000);
    expect(await signIn()).toMatchObject({ status: 429, body: { code: 'too_many_changes' }, setCookie: null });
  });

  it.each<[string, Lie]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['another host', { rpId: 'evil.example' }],
    ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['a counter that goes back, as of a copy', { counter: 1 }],
  ])('given what was signed for %s, signs in nobody', async (_, lie) => {
    await register();
    expect((await signIn()).status).toBe(200);
    expect(await signIn(lie)).toMatchObject(invalid);
  });

  it('signs one challenge once, within five minutes', async () => {
    await register();
    const at = openBrowser(gateways.gateway);
    const { challenge_id, options } = (await at.portal('POST', '/session/options')).body;
    const passkey = authenticator.get(options);
    expect((await at.portal('POST', '/session', { challenge_id, passkey })).status).toBe(200);
    expect(await at.portal('POST', '/session', { challenge_id, passkey })).toMatchObject({ status: 401 });
    const late = (await at.portal('POST', '/session/options')).body;
    ahead = 301_000;
    const signed = { challenge_id: late.challenge_id, passkey: authenticator.get(late.options) };
    expect(await at.portal('POST', '/session', signed)).toMatchObject(invalid);
    await deleteExpired(gateways.deps);
    expect(await tablesOf(gateways.db).selectFrom('webauthn_challenge').selectAll().execute()).toEqual([]);
  });

  it('given another key pair under its id, signs in nobody', async () => {
    const { body } = await register();
    const stored = () => tablesOf(gateways.db).selectFrom('passkey').where('passkey_id', '=', body.passkey_id);
    const { credential_id } = await stored().select('credential_id').executeTakeFirstOrThrow();
    const forged = createAuthenticator(browser.origin);
    const at = openBrowser(gateways.gateway);
    const { challenge_id, options } = (await at.portal('POST', '/session/options')).body;
    const passkey = { ...forged.get(options, { counter: 99 }), id: credential_id, rawId: credential_id };
    expect(await at.portal('POST', '/session', { challenge_id, passkey })).toMatchObject(invalid);
  });

  it.each<[string, unknown]>([
    ['an id that is no text', { id: 7 }],
    ['a response of no form', { id: 'x', rawId: 'x', type: 'public-key', response: { clientDataJSON: '!' } }],
  ])('given %s, signs in nobody', async (_, passkey) => {
    const { challenge_id } = (await browser.portal('POST', '/session/options')).body;
    const { status, body } = await openBrowser(gateways.gateway).portal('POST', '/session', { challenge_id, passkey });
    expect({ status, code: body.code }).toEqual({ status: 401, code: 'invalid_passkey' });
  });

  it('is deleted by its user, and by nobody else', async () => {
    const { body } = await register();
    const stranger = await signedIn(`${user}-neighbour`);
    expect((await stranger.portal('GET', '/passkeys')).body).toEqual({ passkeys: [] });
    for (const id of [body.passkey_id, 'psk_000000000000000000000000', 'nothing']) {
      expect(await stranger.portal('DELETE', `/passkeys/${id}`)).toMatchObject(refusal(404, 'passkey_not_found'));
    }
    expect((await signIn()).status).toBe(200);
    expect((await browser.portal('DELETE', `/passkeys/${body.passkey_id}`)).status).toBe(204);
    expect(await signIn()).toMatchObject(invalid);
  });
});

describe('registering a passkey', () => {
  const refused = { status: 400, body: { code: 'passkey_not_registered' } };

  it('is refused with the challenge of another user, with one to sign in, and a second time', async () => {
    const stranger = await signedIn(`${user}-neighbour`);
    const theirs = await ask(stranger);
    const answer = (asked: { challenge_id: string; options: Parameters<typeof authenticator.create>[0] }) => ({
      challenge_id: asked.challenge_id,
      name: 'laptop',
      response: authenticator.create(asked.options),
    });
    expect(await browser.portal('POST', '/passkeys', answer(theirs))).toMatchObject(refused);
    const own = await ask();
    const signing = (await browser.portal('POST', '/session/options')).body;
    const mixed = { ...answer(own), challenge_id: signing.challenge_id };
    expect(await browser.portal('POST', '/passkeys', mixed)).toMatchObject(refused);
    expect((await browser.portal('POST', '/passkeys', answer(own))).status).toBe(201);
    expect(await browser.portal('POST', '/passkeys', answer(own))).toMatchObject(refused);
  });

  it('is refused of an authenticator whose id somebody else has registered', async () => {
    await register();
    const stranger = await signedIn(`${user}-neighbour`);
    expect(await register('theirs', stranger)).toMatchObject(refused);
    expect((await stranger.portal('GET', '/passkeys')).body.passkeys).toEqual([]);
    // Nor does it sign in as its first user, as it holds the passkey for the other now.
    expect(await signIn()).toMatchObject(invalid);
  });

  it('is refused for another origin or host, and with a body that is none', async () => {
    for (const lie of [{ origin: 'https://evil.example' }, { rpId: 'evil.example' }]) {
      const { challenge_id, options } = await ask();
      const response = authenticator.create(options, lie);
      expect(await browser.portal('POST', '/passkeys', { challenge_id, name: 'x', response })).toMatchObject(refused);
    }
    const body = { challenge_id: 'x', response: {}, name: 'x'.repeat(101) };
    expect(await browser.portal('POST', '/passkeys', body)).toMatchObject(refusal(400, 'too_long'));
  });

  it('is refused beyond twenty, also of several at once', async () => {
    for (let count = 0; count < 18; count++) {
      authenticator = createAuthenticator(browser.origin);
      expect((await register(`key ${count}`)).status).toBe(201);
    }
    const made = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const { challenge_id, options } = await ask();
        return { challenge_id, name: 'x', response: createAuthenticator(browser.origin).create(options) };
      }),
    );
    const origin = new URL(browser.origin);
    const registered = await Promise.allSettled(
      made.map((one) => registerPasskey({ ...gateways.deps, clock: () => new Date() }, user, one, origin)),
    );
    expect(registered.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    const refused = registered.filter((one) => one.status === 'rejected');
    expect(refused.map(({ reason }) => reason.code)).toEqual(Array.from({ length: 4 }, () => 'too_many_passkeys'));
    expect(await browser.portal('POST', '/passkeys/options')).toMatchObject(refusal(400, 'too_many_passkeys'));
  });
});
