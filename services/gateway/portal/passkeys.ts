import { limits } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { GatewayDependencies } from '../dependencies.ts';
import type { GatewayTables, PasskeyTable } from '../tables.ts';

/** A passkey as it is stored. */
export type Passkey = Selectable<PasskeyTable>;

/** A user's passkeys, oldest first. */
export const listPasskeys = (db: Kysely<GatewayTables>, user_id: string): Promise<Passkey[]> =>
  db
    .selectFrom('passkey')
    .selectAll()
    .where('user_id', '=', user_id)
    .orderBy('created_at')
    .orderBy('passkey_id')
    .limit(limits.passkeys)
    .execute();

/**
 * Stores a new passkey, exactly within the limit of passkeys; false when its authenticator's id is known already.
 *
 * @throws ServiceError `too_many_passkeys`
 */
export function insertPasskey(
  db: Kysely<GatewayTables>,
  passkey: Omit<Passkey, 'counter' | 'last_used_at'> & { readonly counter: number },
): Promise<boolean> {
  const { user_id } = passkey;
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || '/passkeys/' || ${user_id}, 0))`.execute(
      trx,
    );
    if ((await listPasskeys(trx, user_id)).length >= limits.passkeys) throw new ServiceError('too_many_passkeys');
    const { numInsertedOrUpdatedRows = 0n } = await trx
      .insertInto('passkey')
      .values({ ...passkey, last_used_at: null })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows > 0n;
  });
}

/** The passkey that its authenticator names so. */
export const findPasskey = (db: Kysely<GatewayTables>, credential_id: string): Promise<Passkey | undefined> =>
  db.selectFrom('passkey').selectAll().where('credential_id', '=', credential_id).executeTakeFirst();

/** Records the use of a passkey; false when it is gone, or was used since it was read. */
export async function notePasskeyUse(
  db: Kysely<GatewayTables>,
  { passkey_id, counter }: Pick<Passkey, 'passkey_id' | 'counter'>,
  newCounter: number,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkey')
    .set({ counter: newCounter, last_used_at: now })
    .where('passkey_id', '=', passkey_id)
    .where('counter', '=', counter)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes a user's passkey; false when the user has no such passkey. */
export async function deletePasskey(
  db: Kysely<GatewayTables>,
  { user_id, passkey_id }: Pick<Passkey, 'user_id' | 'passkey_id'>,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkey')
    .where('user_id', '=', user_id)
    .where('passkey_id', '=', passkey_id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The public record of a passkey. */
export const toPasskey = ({ passkey_id, name, created_at, last_used_at }: Passkey) => ({
  passkey_id,
  name,
  created_at: created_at.toISOString(),
  last_used_at: last_used_at?.toISOString() ?? null,
});

/** Life of a challenge, in ms: users may have to look for their security key. */
const CHALLENGE_MS = 300_000;

/** Keeps a challenge. @param user_id who registers a passkey with it; null to sign in */
export async function keepChallenge(
  { db, clock, random }: Pick<GatewayDependencies, 'db' | 'clock' | 'random'>,
  challenge: string,
  user_id: string | null,
): Promise<string> {
  const challenge_id = Buffer.from(random(16)).toString('base64url');
  const expires_at = new Date(clock().getTime() + CHALLENGE_MS);
  await db.insertInto('webauthn_challenge').values({ challenge_id, challenge, user_id, expires_at }).execute();
  return challenge_id;
}

/** Uses up a challenge; undefined of one that is unknown, used, expired, or for another user. */
export async function takeChallenge(
  db: Kysely<GatewayTables>,
  challenge_id: string,
  user_id: string | null,
  now: Date,
): Promise<string | undefined> {
  const taken = await db
    .deleteFrom('webauthn_challenge')
    .where('challenge_id', '=', challenge_id)
    .where('expires_at', '>', now)
    .where('user_id', user_id === null ? 'is' : '=', user_id)
    .returning('challenge')
    .executeTakeFirst();
  return taken?.challenge;
}
