import { errorType, type Logger, pastSpan, record } from '@styling/telemetry';
import { Kysely, type LogEvent } from 'kysely';
import pg from 'pg';
import { MigratingDialect } from './migrate.ts';
import { isPooler, markBehindPooler, PoolerError, refusesSettings, settleTransactions } from './pooler.ts';

/** Types that pg returns as text or as a local-time Date. */
const PARSERS = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, Number],
  [pg.types.builtins.NUMERIC, Number],
  [pg.types.builtins.DATE, (text: string) => text],
]);

const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') =>
    PARSERS.get(oid) ?? pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
};

// Queries read the newest rows of a user or key in index order. Postgres estimates row counts from the average; if that
// is small or unknown it prefers a bitmap scan with a sort, even for a million rows. Random reads are cheap.
const PLANS = { random_page_cost: '1.1', enable_bitmapscan: 'off' };

const CONNECT_WITHIN_MS = 5_000;

/**
 * Creates a connection pool with `schema` as search path; connects on the first query. `bigint` and `numeric` become
 * numbers, `date` `YYYY-MM-DD`, `timestamptz` Date. Queries throw PoolerError at a pooler that the address does not
 * declare.
 * @param options.url with `pgbouncer=true` in its query: a pooler, which assigns a server connection to each transaction
 * @param options.plansOnce plan each statement once, for statements that find rows by an index whatever their parameters
 */
export function connectDatabase<DB>(options: {
  url: string;
  schema: string;
  log: Logger;
  connections?: number;
  plansOnce?: boolean;
}): Kysely<DB> {
  const { url, schema, log, connections = 10, plansOnce = false } = options;
  const plans = plansOnce ? { ...PLANS, plan_cache_mode: 'force_generic_plan' } : PLANS;
  const settings = Object.entries({ search_path: schema, ...plans });
  const isPooled = isPooler(url);
  const session = settings.map(([name, value]) => `-c ${name}=${value}`).join(' ');
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    types,
    ...(isPooled ? { pipeline: true } : { options: session, onConnect: requireSettings(schema) }),
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    query_timeout: 30_000,
    keepAlive: true,
  });
  // Without a listener the error of a broken idle connection would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'idle database connection lost'));
  const local = settings.map(([name, value]) => `set local ${name} = ${value}`).join('; ');
  pool.on('connect', isPooled ? (client) => settleTransactions(client, local) : nameStatements);
  // The pool does not listen to connections in use, whose error would end the process between two queries.
  pool.on('connect', (client) => client.on('error', (error) => log.warn({ err: error }, 'database connection lost')));
  observeConnecting(pool);
  const db = new Kysely<DB>({ dialect: new MigratingDialect({ pool }), log: observeQuery });
  if (isPooled) markBehindPooler(db);
  return db;
}

/** Some poolers ignore session settings: statements would then go to another schema. */
const requireSettings = (schema: string) => async (client: pg.ClientBase) => {
  const text = "select current_setting('search_path') as path, current_setting('enable_bitmapscan') as scan";
  const query: pg.QueryConfig & { query_timeout: number } = { text, query_timeout: CONNECT_WITHIN_MS };
  const { rows } = await client.query(query);
  if (rows[0].path !== schema || rows[0].scan !== PLANS.enable_bitmapscan) throw new PoolerError();
};

/** Longest statement to prepare, in characters: longer ones are row lists, whose text varies with the row count. */
const LONGEST = 4_000;

/** Prepares each parameterised statement once: parsing and planning a small query takes longer than executing it. */
function nameStatements(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (config: unknown, values?: unknown) => unknown;
  const naming = (text: unknown, values?: unknown) => {
    const isNamed = typeof text === 'string' && text.length <= LONGEST && Array.isArray(values) && values.length > 0;
    return isNamed ? query({ name: nameOf(text), text, values }) : query(text, values);
  };
  client.query = naming as typeof client.query;
}

const names = new Map<string, string>();

function nameOf(text: string): string {
  const name = names.get(text) ?? `s${names.size}`;
  names.set(text, name);
  return name;
}

const OPERATION = /^\s*(select|insert|update|delete|with|create|alter|drop|set|lock|begin|commit|rollback)\b/i;

/** Records the duration of a statement by its first word, without text and parameters; for Kysely's `log`. */
function observeQuery(event: LogEvent): void {
  const [, operation = 'other'] = OPERATION.exec(event.query.sql) ?? [];
  const error = event.level === 'error' ? event.error : undefined;
  observeOperation(operation.toUpperCase(), event.queryDurationMillis, error);
}

/** Records failed connects as `CONNECT`, with PoolerError where a pooler refuses session settings. */
function observeConnecting(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool);
  pool.connect = async () => {
    const start = performance.now();
    try {
      return await connect();
    } catch (error) {
      observeOperation('CONNECT', performance.now() - start, error);
      throw refusesSettings(error) ? new PoolerError({ cause: error }) : error;
    }
  };
}

function observeOperation(operation: string, durationMs: number, error: unknown): void {
  const attributes = {
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    ...(error === undefined ? {} : { 'error.type': errorType(error) }),
  };
  record('db.client.operation.duration', durationMs / 1000, attributes);
  pastSpan('database.query', { about: operation, attributes }, durationMs);
}
