import { idFrom, limits } from '@styling/contracts';
import { type Kysely, sql } from 'kysely';
import type { GatewayDependencies } from '../dependencies.ts';
import { digestOf, isActiveAt, KEY_RANDOM_BYTES, newSecret } from '../keys/api-key.ts';
import type { ApiKey, GatewayTables, SignedInBy } from '../tables.ts';
import { sessionExpiry } from './session-cookie.ts';

/** Who signs in, and by what. */
export type SignIn = {
  readonly user_id: string;
  readonly signed_in_by: SignedInBy;
  /** The key of one who signs in with a key: the session ends with it, and may not manage anything. */
  readonly begun_with?: string;
};

const COLUMNS = [
  'k.key_id',
  'k.user_id',
  'k.may_manage',
  'k.name',
  'k.created_at',
  'k.last_used_at',
  'k.expires_at',
  'k.signed_in_by',
] as const;

type SessionRow = Pick<
  ApiKey,
  'key_id' | 'user_id' | 'may_manage' | 'name' | 'created_at' | 'last_used_at' | 'expires_at' | 'signed_in_by'
>;

/**
 * Begins a session. Of those that were begun in the same way only the newest are kept, so that a key cannot fill the list, and
 * cannot sign its owner out either.
 *
 * @param name of the browser
 * @returns the session, and its secret, which is not stored
 */
export async function beginSession(
  db: Kysely<GatewayTables>,
  { user_id, signed_in_by, begun_with }: SignIn,
  name: string,
  { clock, random }: Pick<GatewayDependencies, 'clock' | 'random'>,
): Promise<{ session: SessionRow; secret: string }> {
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

/** One session that has not ended, as `GET /portal/api/session` returns it. */
export const readSession = async (
  db: Kysely<GatewayTables>,
  key_id: string,
  now: Date,
): Promise<SessionRow | undefined> =>
  sessions(db, now).select(COLUMNS).where('k.key_id', '=', key_id).executeTakeFirst();

/** A user's sessions that have not ended, newest first. */
export const listSessions = (db: Kysely<GatewayTables>, user_id: string, now: Date): Promise<SessionRow[]> =>
  ownSessions(db, user_id, now).select(COLUMNS).orderBy('k.created_at', 'desc').orderBy('k.key_id').execute();

/** Ends a user's session; false when the user has no such session. */
export async function endSession(
  db: Kysely<GatewayTables>,
  { user_id, key_id }: Pick<ApiKey, 'user_id' | 'key_id'>,
  now: Date,
): Promise<boolean> {
  const ended = await endWhere(db, now).where('user_id', '=', user_id).where('key_id', '=', key_id).executeTakeFirst();
  return ended.numUpdatedRows > 0n;
}

/** Ends the session of a cookie, if there is one. */
export const endSessionOf = async (db: Kysely<GatewayTables>, secret: string, now: Date): Promise<void> => {
  await endWhere(db, now).where('digest', '=', digestOf(secret)).execute();
};

/** Ends all sessions of a user. @returns how many were ended */
export async function endAllSessions(db: Kysely<GatewayTables>, user_id: string, now: Date): Promise<number> {
  const ended = await endWhere(db, now).where('user_id', '=', user_id).executeTakeFirst();
  return Number(ended.numUpdatedRows);
}

/**
 * The ids under which a user's sessions made something, those that have ended, too: their rows stay, as those of revoked keys do,
 * because an erasure finds by them what to delete.
 */
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

/** The public record of a session. */
export const toSession = ({ last_used_at: _, created_at, expires_at, ...row }: SessionRow) => ({
  session_id: row.key_id,
  ...row,
  created_at: created_at.toISOString(),
  expires_at: (expires_at ?? created_at).toISOString(),
});

/** Ends all sessions of a user, and deletes what new ones could be begun with. @returns how many sessions were ended */
export async function withdrawSignIn(db: Kysely<GatewayTables>, user_id: string, now: Date): Promise<number> {
  // First, as who signs in at this moment holds the row: the session that follows is then ended, too.
  await forgetSignIn(db, user_id);
  return endAllSessions(db, user_id, now);
}

/** Deletes a user's invitations, passkeys and challenges. */
export async function forgetSignIn(db: Kysely<GatewayTables>, user_id: string): Promise<void> {
  await db.deleteFrom('invitation').where('user_id', '=', user_id).execute();
  await db.deleteFrom('passkey').where('user_id', '=', user_id).execute();
  await db.deleteFrom('webauthn_challenge').where('user_id', '=', user_id).execute();
}
