import type { Logger } from '@styling/telemetry';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { nameStatements } from './named-statements.ts';
import { observeQuery } from './observe-queries.ts';

/** Postgres types that pg hands out as text or as a local-time Date, read as what they are. */
const PARSERS = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, Number],
  [pg.types.builtins.NUMERIC, Number],
  [pg.types.builtins.DATE, (text: string) => text],
]);

const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') =>
    PARSERS.get(oid) ?? pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
};

/**
 * Settings of the planner. What is asked for is the newest few rows of a user or key, in the order of an index. How many
 * there are is guessed from the average; where that is small or not known yet, to collect all of them in a bitmap and sort
 * them looks cheap, and is done for those who have a million, too. Pages out of order cost little more on today's disks.
 */
const PLANS = '-c random_page_cost=1.1 -c enable_bitmapscan=off';

/** How to reach a service's tables: each service has a Postgres schema of its own. */
export type DatabaseOptions = {
  readonly url: string;
  readonly schema: string;
  readonly log: Logger;
  /** Connections in the pool; 10 unless told. */
  readonly connections?: number;
};

/**
 * A pool of connections whose names are looked up in `schema`. Nothing is connected before the first query. `bigint`
 * comes as number, `date` as `YYYY-MM-DD`, `timestamptz` as Date.
 */
export function connectDatabase<DB>({ url, schema, log, connections = 10 }: DatabaseOptions): Kysely<DB> {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    types,
    options: `-c search_path=${schema} ${PLANS}`,
    connectionTimeoutMillis: 5_000,
    query_timeout: 30_000,
    keepAlive: true,
  });
  // An idle connection that breaks is replaced by the pool; unheard, its error would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'idle database connection lost'));
  pool.on('connect', nameStatements);
  // The pool stops listening to a connection that is in use: there its failing query tells, or nobody does.
  pool.on('connect', (client) => client.on('error', (error) => log.warn({ err: error }, 'database connection lost')));
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }), log: observeQuery });
}
