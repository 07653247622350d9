import { readBody } from '@styling/http';
import { ServiceError } from '@styling/service';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import { changesOf, countChanges, OWNERS_SHARE } from '../admission/changes.ts';
import type { GatewayDependencies } from '../dependencies.ts';
import { digestOf, isWellFormed, KEY_RANDOM_BYTES, newSecret } from '../keys/api-key.ts';
import { signInOptions, verifyAssertion } from './passkeys.ts';
import { forAnyone, type PortalCall } from './portal-endpoint.ts';
import { isSecure, requireOrigin, sessionCookie, sessionCookieOf } from './session-cookie.ts';
import { beginSession, endSessionOf, type SignIn, toSession } from './sessions.ts';

const secret = z.string().trim().min(1, 'required').max(200).optional();
const credentials = z.object({
  token: secret,
  api_key: secret,
  passkey: z.record(z.string(), z.unknown()).optional(),
  challenge_id: secret,
});

/** Resolves the user in the transaction of the session: a token is consumed iff a session is created. */
type Claim = (trx: Kysely<unknown>) => Promise<SignIn>;

/** @throws ServiceError `required`, `only_one_of`, `invalid_api_key`, `invalid_passkey`; the claim: `invalid_token` */
async function claimOf(
  { gateway, request }: PortalCall,
  { token, api_key, passkey, challenge_id = '' }: z.output<typeof credentials>,
): Promise<Claim> {
  const given = Object.entries({ token, api_key, passkey }).filter(([, value]) => value !== undefined);
  const [field = 'token', other] = given.map(([name]) => name);
  if (other !== undefined) throw new ServiceError('only_one_of', { field, other });
  if (token !== undefined) {
    return async (trx) => ({ user_id: await useInvitation(trx, token, gateway.clock()), signed_in_by: 'invitation' });
  }
  if (api_key !== undefined) {
    const key = isWellFormed(api_key, 'key') ? await gateway.keys.find(digestOf(api_key)) : undefined;
    if (!key) throw new ServiceError('invalid_api_key');
    return async () => ({ user_id: key.user_id, signed_in_by: 'api_key', begun_with: key.key_id });
  }
  if (!passkey) throw new ServiceError('required', { field });
  const used = await verifyAssertion(gateway, challenge_id, passkey, requireOrigin(request, gateway.portalUrl));
  return async (trx) => ({ user_id: await used(trx), signed_in_by: 'passkey' });
}

export const signInEndpoints = [
  /** Always a new session, and the cookie's is ended: somebody else could have chosen its secret. */
  forAnyone('post', '/session', async (call) => {
    const { gateway, request, response } = call;
    const claim = await claimOf(call, await readBody(call, credentials));
    const before = sessionCookieOf(request, gateway.portalUrl);
    const { session, secret } = await gateway.db.transaction().execute(async (trx) => {
      const who = await claim(trx);
      // An invitation is an operator's, and used once.
      if (who.signed_in_by !== 'invitation') {
        const times = who.signed_in_by === 'passkey' ? OWNERS_SHARE : 1;
        await countChanges({ ...gateway, db: trx }, who.user_id, changesOf.session, times);
      }
      const begun = await beginSession(trx, who, browserName(request.headers['user-agent']), gateway);
      if (before) await endSessionOf(trx, before, gateway.clock());
      return begun;
    });
    response.setHeader('Set-Cookie', sessionCookie(secret, isSecure(request, gateway.portalUrl)));
    return toSession(session);
  }),
  forAnyone('post', '/session/options', ({ gateway, request }) =>
    signInOptions(gateway, requireOrigin(request, gateway.portalUrl)),
  ),
];

const BROWSERS = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bVersion\/.*\bSafari\//],
] as const;

const SYSTEMS = ['iPhone', 'iPad', 'Android', 'Windows', 'CrOS', 'Mac', 'Linux'];

/** Name of a browser for its user, e.g. `Firefox on Linux`. Others claim to be Chrome and Safari, hence the order. */
export function browserName(userAgent = ''): string {
  const browser = BROWSERS.find(([, form]) => form.test(userAgent))?.[0];
  const system = SYSTEMS.find((name) => userAgent.includes(name))?.replace('CrOS', 'ChromeOS');
  return system === undefined ? (browser ?? 'Unknown browser') : `${browser ?? 'Browser'} on ${system}`;
}

const INVITATION_MS = 3_600_000;

/** A link to sign in as the user, once within an hour. The token is in the fragment, which browsers send to nobody. */
export async function invite(
  { db, clock, random }: Pick<GatewayDependencies, 'db' | 'clock' | 'random'>,
  user_id: string,
  portalUrl: string,
): Promise<{ user_id: string; link: string; expires_at: Date }> {
  const created_at = clock();
  const expires_at = new Date(created_at.getTime() + INVITATION_MS);
  const token = newSecret('invitation', random(KEY_RANDOM_BYTES));
  await sql`
    insert into invitation (digest, user_id, created_at, expires_at)
    values (${digestOf(token)}, ${user_id}, ${created_at}, ${expires_at})`.execute(db);
  return { user_id, link: `${new URL('/portal/sign-in', portalUrl)}#token=${token}`, expires_at };
}

/** Uses up an invitation. @returns its user @throws ServiceError `invalid_token` of one that is unknown, used or expired */
async function useInvitation(db: Kysely<unknown>, token: string, now: Date): Promise<string> {
  const invalid = () => new ServiceError('invalid_token');
  if (!isWellFormed(token, 'invitation')) throw invalid();
  // Only one of two requests deletes the row.
  const { rows } = await sql<{ user_id: string }>`
    delete from invitation where digest = ${digestOf(token)} and expires_at > ${now} returning user_id`.execute(db);
  if (!rows[0]) throw invalid();
  return rows[0].user_id;
}

/** Deletes invitations and challenges that were not used in time. */
export async function deleteExpired({ db, clock }: Pick<GatewayDependencies, 'db' | 'clock'>): Promise<void> {
  const now = clock();
  await sql`delete from invitation where expires_at <= ${now}`.execute(db);
  await sql`delete from webauthn_challenge where expires_at <= ${now}`.execute(db);
}
