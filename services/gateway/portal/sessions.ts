import { idFrom, keyId, limits } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import { type Kysely, sql } from 'kysely';
import type { GatewayDependencies } from '../dependencies.ts';
import { digestOf, isActiveAt, KEY_RANDOM_BYTES, newSecret } from '../keys/api-key.ts';
import type { ApiKey, GatewayTables, SignedInBy } from '../tables.ts';
import { forAnyone, forManagers, forSessions } from './portal-endpoint.ts';
import { noSessionCookies, sessionCookieOf, sessionExpiry } from './session-cookie.ts';

export type SignIn = {
  readonly user_id: string;
  readonly signed_in_by: SignedInBy;
  /** The key of a sign-in by key: the session ends with it, and may not manage anything. */
  readonly begun_with?: string;
};

type Session = Pick<
  ApiKey,
  'key_id' | 'user_id' | 'may_manage' | 'name' | 'created_at' | 'last_used_at' | 'expires_at' | 'signed_in_by'
>;

/**
 * Begins a session; its secret is not stored. Only the newest of those begun in the same way are kept, so that a key
 * can neither fill the list nor sign its owner out.
 * @param name of the browser
 */
export async function beginSession(
  db: Kysely<GatewayTables>,
  { user_id, signed_in_by, begun_with }: SignIn,
  name: string,
  { clock, random }: Pick<GatewayDependencies, 'clock' | 'random'>,
): Promise<{ session: Session; secret: string }> {
  const now = clock();
  const secret = newSecret('session', random(KEY_RANDOM_BYTES));
  const session = {
    key_id: idFrom('key', random(12)),
    user_id,
    name,
    signed_in_by,
    may_manage: signed_in_by !== 'api_key',
    created_at: now,
    last_used_at: null,
    expires_at: sessionExpiry(now, now),
  };
  await db
    .insertInto('api_key')
    .values({ ...session, kind: 'session', digest: digestOf(secret), status: 'active', revoked_at: null, begun_with })
    .execute();
  const alike = ownSessions(db, user_id, now)
    .select('k.key_id')
    .where(sql<boolean>`k.begun_with is not distinct from ${begun_with ?? null}`)
    .orderBy('k.created_at', 'desc')
    .orderBy('k.key_id')
    .offset(limits.sessions);
  await endWhere(db, now).where('key_id', 'in', alike).execute();
  return { session, secret };
}

/** A user's sessions that have not ended, newest first. */
export const listSessions = (db: Kysely<GatewayTables>, user_id: string, now: Date): Promise<Session[]> =>
  ownSessions(db, user_id, now).selectAll('k').orderBy('k.created_at', 'desc').orderBy('k.key_id').execute();

/** Ends the session of a cookie, if there is one. */
export const endSessionOf = async (db: Kysely<GatewayTables>, secret: string, now: Date): Promise<void> => {
  await endWhere(db, now).where('digest', '=', digestOf(secret)).execute();
};

/** Ends all sessions of a user. @returns how many were ended */
export async function endAllSessions(db: Kysely<GatewayTables>, user_id: string, now: Date): Promise<number> {
  const ended = await endWhere(db, now).where('user_id', '=', user_id).executeTakeFirst();
  return Number(ended.numUpdatedRows);
}

/** Ids of a user's sessions, also of ended ones: their rows stay for an erasure, which finds by them what to delete. */
export const sessionIdsOf = (db: Kysely<GatewayTables>, user_id: string): Promise<Pick<ApiKey, 'key_id'>[]> =>
  db.selectFrom('api_key').select('key_id').where('kind', '=', 'session').where('user_id', '=', user_id).execute();

const sessions = (db: Kysely<GatewayTables>, now: Date) =>
  db.selectFrom('api_key as k').where(isActiveAt(now)).where('k.kind', '=', 'session');
const ownSessions = (db: Kysely<GatewayTables>, user_id: string, now: Date) =>
  sessions(db, now).where('k.user_id', '=', user_id);

const endWhere = (db: Kysely<GatewayTables>, now: Date) =>
  db
    .updateTable('api_key')
    .set({ status: 'revoked', revoked_at: now })
    .where('kind', '=', 'session')
    .where('status', '=', 'active');

/** Ends all sessions of a user, and deletes invitations, passkeys and challenges. @returns how many sessions were ended */
export async function withdrawSignIn(db: Kysely<GatewayTables>, user_id: string, now: Date): Promise<number> {
  // First: a sign-in that runs holds one of these rows, and its session is then ended, too.
  await forgetSignIn(db, user_id);
  return endAllSessions(db, user_id, now);
}

/** Deletes a user's invitations, passkeys and challenges. */
export async function forgetSignIn(db: Kysely<GatewayTables>, user_id: string): Promise<void> {
  await db.deleteFrom('invitation').where('user_id', '=', user_id).execute();
  await db.deleteFrom('passkey').where('user_id', '=', user_id).execute();
  await db.deleteFrom('webauthn_challenge').where('user_id', '=', user_id).execute();
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
  expires_at: (expires_at ?? created_at).toISOString(),
});

export const sessionEndpoints = [
  // Pages ask whether there is a session; browsers would print a 401 to their console.
  forSessions('get', '/session', async ({ gateway: { db }, caller: { key_id }, now }) => {
    const session = await sessions(db, now).selectAll('k').where('k.key_id', '=', key_id).executeTakeFirst();
    return session && toSession(session);
  }),
  // For browsers whose session has ended, too.
  forAnyone('delete', '/session', async ({ gateway, request, response, now }) => {
    const secret = sessionCookieOf(request, gateway.portalUrl);
    if (secret) await endSessionOf(gateway.db, secret, now);
    response.setHeader('Set-Cookie', noSessionCookies(request));
    return undefined;
  }),
  forManagers('get', '/sessions', async ({ gateway, caller, now }) => {
    const sessions = await listSessions(gateway.db, caller.user_id, now);
    return {
      sessions: sessions.map((session) => ({
        ...toSession(session),
        last_used_at: session.last_used_at?.toISOString() ?? null,
        is_current: session.key_id === caller.key_id,
      })),
    };
  }),
  forManagers('delete', '/sessions/:id', async ({ gateway: { db }, caller: { user_id }, request: { params }, now }) => {
    const { numUpdatedRows } = await endWhere(db, now)
      .where('user_id', '=', user_id)
      .where('key_id', '=', keyId.safeParse(params.id).data ?? '')
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new ServiceError('session_not_found');
    return undefined;
  }),
  forManagers('delete', '/sessions', async ({ gateway, caller, request, response, now }) => {
    await endAllSessions(gateway.db, caller.user_id, now);
    response.setHeader('Set-Cookie', noSessionCookies(request));
    return undefined;
  }),
];
