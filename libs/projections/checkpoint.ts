import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';

/** The checkpoint is not where it was left: another replica projects, or a rebuild was swapped in. */
export class StaleCheckpointError extends Error {
  override readonly name = 'StaleCheckpointError';
}

/** Makes the table of checkpoints; for a service's first migration. */
export async function createCheckpointTable<DB>(db: Kysely<DB>): Promise<void> {
  await db.schema
    .createTable('checkpoint')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('seq', 'bigint', (column) => column.notNull())
    .execute();
}

/** What a statement found, and the checkpoint of the same snapshot. */
export type AsOf<T> = { readonly value: T; readonly checkpoint: number };

/** The checkpoint of projection `name`, 0 where there is none, as a column of the statement whose rows it belongs to. */
export const checkpointOf = (name: string): RawBuilder<number> =>
  sql`coalesce((select seq from checkpoint where name = ${name}), 0)::float8`;

/** Sequence of the last event that projection `name` has taken in; 0 when there is none. */
export async function readCheckpoint<DB>(db: Kysely<DB>, name: string): Promise<number> {
  const { rows } = await sql<{ seq: number | string }>`select seq from checkpoint where name = ${name}`.execute(db);
  return Number(rows[0]?.seq ?? 0);
}

/**
 * Moves a checkpoint, if it is where its mover believes it to be. Two movers exclude each other until the end of their
 * transactions, and the later one finds it moved.
 *
 * @throws StaleCheckpointError
 */
export async function moveCheckpoint<DB>(
  trx: Transaction<DB>,
  name: string,
  expected: number,
  seq: number,
): Promise<void> {
  if (expected === 0) {
    await sql`insert into checkpoint (name, seq) values (${name}, 0) on conflict (name) do nothing`.execute(trx);
  }
  const moved = await sql`update checkpoint set seq = ${seq} where name = ${name} and seq = ${expected}`.execute(trx);
  if (moved.numAffectedRows !== 1n) {
    throw new StaleCheckpointError(`checkpoint ${name} is no longer at ${expected}`);
  }
}
