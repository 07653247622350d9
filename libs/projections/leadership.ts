import { isBehindPooler } from '@styling/database';
import { repeat } from '@styling/service';
import { type Kysely, sql } from 'kysely';

/**
 * Does `work` while this replica holds the advisory lock `name`, on a connection of its own (behind a pooler: in a
 * transaction); aborts `lost` when that is gone. It only saves idle work: the checkpoint keeps writers apart.
 * @returns its result; undefined, without doing anything, when another replica leads
 */
export function whileLeading<DB, Result>(
  db: Kysely<DB>,
  name: string,
  work: (lost: AbortSignal) => Promise<Result>,
  checkEveryMs = 1_000,
): Promise<Result | undefined> {
  const isPooled = isBehindPooler(db);
  const lock = sql.raw(isPooled ? 'pg_try_advisory_xact_lock' : 'pg_try_advisory_lock');
  return (isPooled ? db.transaction() : db.connection()).execute(async (connection: Kysely<DB>) => {
    const key = sql`hashtextextended(current_schema() || '/projection/' || ${name}, 0)`;
    const { rows } = await sql<{ held: boolean }>`select ${lock}(${key}) as held`.execute(connection);
    if (!rows[0]?.held) return undefined;
    const lost = new AbortController();
    const probe = () => sql`select 1`.execute(connection);
    const watching = repeat(checkEveryMs, probe, (error) => lost.abort(error));
    try {
      return await work(lost.signal);
    } finally {
      await watching.stop();
      // The pool keeps the connection, and with it the lock; a lost connection or the transaction's end releases it.
      if (!lost.signal.aborted && !isPooled) await sql`select pg_advisory_unlock(${key})`.execute(connection);
    }
  });
}
