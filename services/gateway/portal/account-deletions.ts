import { type Kysely, type Selectable, sql } from 'kysely';
import { digestOf } from '../keys/api-key.ts';
import type { AccountDeletionTable, GatewayTables } from '../tables.ts';

/** The deletion of an account. */
export type AccountDeletion = Selectable<AccountDeletionTable>;

/** Lease of a step, in ms, after which another gateway takes over; a step that is done twice does no harm. */
const STEP_WITHIN_MS = 60_000;

/** Stores a deletion. @returns it, or the one of the same user that runs already */
export const insertDeletion = (
  db: Kysely<GatewayTables>,
  deletion: Omit<AccountDeletion, 'due_at'>,
): Promise<AccountDeletion> =>
  db
    .insertInto('account_deletion')
    .values(deletion)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ user_id: deletion.user_id }))
    .returningAll()
    .executeTakeFirstOrThrow();

/** The deletion of a user's account that runs. */
export const findDeletion = (db: Kysely<GatewayTables>, user_id: string): Promise<AccountDeletion | undefined> =>
  db.selectFrom('account_deletion').selectAll().where('user_id', '=', user_id).executeTakeFirst();

/** The deletion that has ended the session of a cookie, or is about to: only such a session sees its progress. */
export const findDeletionBySession = (
  db: Kysely<GatewayTables>,
  secret: string,
): Promise<AccountDeletion | undefined> =>
  db
    .selectFrom('account_deletion')
    .innerJoin('api_key as k', 'k.user_id', 'account_deletion.user_id')
    .selectAll('account_deletion')
    .where('k.kind', '=', 'session')
    .where('k.digest', '=', digestOf(secret))
    .where(sql<boolean>`(k.status = 'active' or k.revoked_at = account_deletion.requested_at)`)
    .executeTakeFirst();

/** Claims the deletion that has waited longest for its next step. @param user_id only that of this user */
export async function claimDeletion(
  db: Kysely<GatewayTables>,
  user_id: string | null = null,
): Promise<AccountDeletion | undefined> {
  const due = db
    .selectFrom('account_deletion')
    .select('user_id')
    .where('due_at', '<=', sql<Date>`now()`)
    .where(sql<boolean>`user_id = coalesce(${user_id}::text, user_id)`)
    .orderBy('due_at')
    .limit(1)
    .forUpdate()
    .skipLocked();
  return db
    .updateTable('account_deletion')
    .set({ due_at: sql`now() + ${STEP_WITHIN_MS} * interval '1 ms'` })
    .where('account_deletion.user_id', '=', due)
    .returningAll()
    .executeTakeFirst();
}

/** Records how many images a step has left. @param pauseMs before the next step */
export async function releaseDeletion(
  db: Kysely<GatewayTables>,
  { user_id, requested_at }: AccountDeletion,
  images_left: number,
  pauseMs: number,
): Promise<void> {
  await db
    .updateTable('account_deletion')
    .set({ images_left, due_at: sql`now() + ${pauseMs} * interval '1 ms'` })
    .where('user_id', '=', user_id)
    .where('requested_at', '=', requested_at)
    .execute();
}

/** Removes a deletion that is done, not a later one of the same user. */
export async function removeDeletion(
  db: Kysely<GatewayTables>,
  { user_id, requested_at }: AccountDeletion,
): Promise<void> {
  const removal = db.deleteFrom('account_deletion').where('user_id', '=', user_id);
  await removal.where('requested_at', '=', requested_at).execute();
}
