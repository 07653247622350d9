import { limits } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import { type Kysely, type Selectable, sql } from 'kysely';
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

/** Notes that a passkey has signed. False when it is gone, or has signed something else since it was read. */
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
