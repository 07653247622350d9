import type { Kysely } from 'kysely';
import type pg from 'pg';

/** The address is that of a pooler, and does not say so. */
export class PoolerError extends Error {
  override readonly name = 'PoolerError';

  constructor(options?: ErrorOptions) {
    const way =
      'add pgbouncer=true to its query, or give the address of Postgres itself (docs/runbook.md, "A connection pooler")';
    super(`DATABASE_URL leads to a connection pooler that keeps no settings of a session: ${way}`, options);
  }
}

/** Whether an address declares a connection pooler, with a server connection for each transaction. */
export const isPooler = (url: string): boolean => /[?&]pgbouncer=true(?:&|$)/.test(url);

const behindPooler = new WeakSet<object>();

/** Marks a database that is behind a pooler. */
export function markBehindPooler<DB>(db: Kysely<DB>): void {
  behindPooler.add(db);
}

/** Whether nothing of a session outlives a transaction: no lock, setting or prepared statement. */
export const isBehindPooler = <DB>(db: Kysely<DB>): boolean => behindPooler.has(db);

/**
 * Makes a pipeline-mode connection send each statement as a transaction that begins with `settings`, its three messages
 * together: the next one may run on another server connection.
 */
export function settleTransactions(client: pg.PoolClient, settings: string): void {
  const query = client.query.bind(client) as (text: string, values?: unknown) => Promise<unknown>;
  let isOpen = false;
  const settled = async (text: string, values?: unknown) => {
    if (BEGINS.test(text)) {
      isOpen = true;
      return query(`${text}; ${settings}`).catch((error) => {
        isOpen = false;
        throw error;
      });
    }
    if (ENDS.test(text)) isOpen = false;
    else if (!isOpen) {
      // A failed statement makes the commit a rollback.
      const [begun, result, ended] = [query(`begin; ${settings}`), query(text, values), query('commit')];
      for (const outcome of await Promise.allSettled([begun, result, ended])) {
        if (outcome.status === 'rejected') throw outcome.reason;
      }
      return result;
    }
    return query(text, values);
  };
  client.query = settled as typeof client.query;
}

const BEGINS = /^(?:begin|start transaction)\b/;
const ENDS = /^(?:commit|rollback)$/;

/** Whether a pooler refused session settings. */
export const refusesSettings = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('unsupported startup parameter');
