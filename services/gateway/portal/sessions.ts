import { idFrom, keyId, limits } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { GatewayDependencies } from '../dependencies.ts';
import { digestOf, isActiveAt, KEY_RANDOM_BYTES, newSecret } from '../keys/api-key.ts';
import type { ListedKey } from '../keys/key-store.ts';
import { forAnyone, forManagers, forSessions } from './portal-endpoint.ts';
import { noSessionCookies, sessionCookieOf, sessionExpiry } from './session-cookie.ts';

export type SignIn = {
  readonly user_id: string;
  readonly signed_in_by: 'invitation' | 'passkey' | 'api_key';
  /** The key of a sign-in by key: the session ends with it, and may not manage anything. */
  readonly begun_with?: string | null;
};

type Session = Omit<ListedKey, 'status' | 'revoked_at'> & {
  readonly signed_in_by: SignIn['signed_in_by'];
  /** Its end, unless it is used before. */
  readonly expires_at: Date;
};

/**
 * Begins a session; its secret is not stored. Only the newest of those begun in the same way are kept, so that a key
 * can neither fill the list nor sign its owner out.
 * @param name of the browser
 */
export async function beginSession(
  db: Kysely<unknown>,
  { user_id, signed_in_by, begun_with = null }: SignIn,
  name: string,
  { clock, random }: Pick<GatewayDependencies, 'clock' | 'random'>,
): Promise<{ session: Session; secret: string }> {
  const now = clock();
  const secret = newSecret('session', random(KEY_RANDOM_BYTES));
  const { rows } = await sql<Session>`
    insert into api_key (key_id, user_id, name, digest, status, created_at, may_manage, kind, expires_at, signed_in_by, begun_with)
    values (${idFrom('key', random(12))}, ${user_id}, ${name}, ${digestOf(secret)}, 'active', ${now},
      ${signed_in_by !== 'api_key'}, 'session', ${sessionExpiry(now, now)}, ${signed_in_by}, ${begun_with})
    returning *`.execute(db);
  const alike = sql`k.user_id = ${user_id} and k.begun_with is not distinct from ${begun_with}`;
  const oldest = (await readSessions(db, now, alike)).slice(limits.sessions).map(({ key_id }) => key_id);
  if (oldest.length > 0) await endSessions(db, now, sql`key_id = any(${oldest}::text[])`);
  const [session] = rows as [Session];
  return { session, secret };
}

/** Sessions `k` that have not ended and meet `condition`, newest first. */
async function readSessions(db: Kysely<unknown>, now: Date, condition: RawBuilder<unknown>): Promise<Session[]> {
  const { rows } = await sql<Session>`
    select k.* from api_key as k where ${isActiveAt(now)} and k.kind = 'session' and ${condition}
    order by k.created_at desc, k.key_id`.execute(db);
  return rows;
}

/** Ends the sessions that meet `condition`. @returns how many were ended */
async function endSessions(db: Kysely<unknown>, now: Date, condition: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } = await sql`
    update api_key set status = 'revoked', revoked_at = ${now}
    where kind = 'session' and status = 'active' and ${condition}`.execute(db);
  return Number(numAffectedRows);
}

/** Ends the session of a cookie, if there is one. */
export const endSessionOf = (db: Kysely<unknown>, secret: string, now: Date): Promise<number> =>
  endSessions(db, now, sql`digest = ${digestOf(secret)}`);

/** Ends all sessions of a user. @returns how many were ended */
export const endAllSessions = (db: Kysely<unknown>, user_id: string, now: Date): Promise<number> =>
  endSessions(db, now, sql`user_id = ${user_id}`);

/** Ends all sessions of a user, and deletes invitations, passkeys and challenges. @returns how many sessions were ended */
export async function withdrawSignIn(db: Kysely<unknown>, user_id: string, now: Date): Promise<number> {
  // First: a sign-in that runs holds one of these rows, and its session is then ended, too.
  await forgetSignIn(db, user_id);
  return endAllSessions(db, user_id, now);
}

/** Deletes a user's invitations, passkeys and challenges. */
export async function forgetSignIn(db: Kysely<unknown>, user_id: string): Promise<void> {
  for (const table of ['invitation', 'passkey', 'webauthn_challenge']) {
    await sql`delete from ${sql.table(table)} where user_id = ${user_id}`.execute(db);
  }
}

/** The public record of a session. */
export const toSession = ({ key_id, user_id, may_manage, name, signed_in_by, created_at, expires_at }: Session) => ({
  session_id: key_id,
  key_id,
  user_id,
  may_manage,
  name,
  signed_in_by,
  created_at: created_at.toISOString(),
  expires_at: expires_at.toISOString(),
});

export const sessionEndpoints = [
  // Pages ask whether there is a session; browsers would print a 401 to their console.
  forSessions('get', '/session', async ({ gateway: { db }, caller: { key_id }, now }) => {
    const [session] = await readSessions(db, now, sql`k.key_id = ${key_id}`);
    return session && toSession(session);
  }),
  // For browsers whose session has ended, too.
  forAnyone('delete', '/session', async ({ gateway, request, response, now }) => {
    const secret = sessionCookieOf(request, gateway.portalUrl);
    if (secret) await endSessionOf(gateway.db, secret, now);
    response.setHeader('Set-Cookie', noSessionCookies(request));
  }),
  forManagers('get', '/sessions', async ({ gateway, caller, now }) => {
    const sessions = await readSessions(gateway.db, now, sql`k.user_id = ${caller.user_id}`);
    return {
      sessions: sessions.map((session) => ({
        ...toSession(session),
        last_used_at: session.last_used_at?.toISOString() ?? null,
        is_current: session.key_id === caller.key_id,
      })),
    };
  }),
  forManagers('delete', '/sessions/:id', async ({ gateway: { db }, caller: { user_id }, request: { params }, now }) => {
    const key_id = keyId.safeParse(params.id).data ?? '';
    const ended = await endSessions(db, now, sql`user_id = ${user_id} and key_id = ${key_id}`);
    if (ended === 0) throw new ServiceError('session_not_found');
  }),
  forManagers('delete', '/sessions', async ({ gateway, caller, request, response, now }) => {
    await endAllSessions(gateway.db, caller.user_id, now);
    response.setHeader('Set-Cookie', noSessionCookies(request));
  }),
];
