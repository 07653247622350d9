import { errorType, pastSpan, record } from '@styling/telemetry';
import type { LogEvent, PostgresPool } from 'kysely';
import { PoolerError, refusesSettings } from './pooler.ts';

const OPERATION = /^\s*(select|insert|update|delete|with|create|alter|drop|set|lock|begin|commit|rollback)\b/i;

/** Records the duration of a statement by its first word, without text and parameters; for Kysely's `log`. */
export function observeQuery(event: LogEvent): void {
  const [, operation = 'other'] = OPERATION.exec(event.query.sql) ?? [];
  const error = event.level === 'error' ? event.error : undefined;
  observeOperation(operation.toUpperCase(), event.queryDurationMillis, error);
}

/** `pool`, recording failed connects as `CONNECT`. @throws PoolerError if a pooler refuses session settings */
export function observeConnecting(pool: PostgresPool): PostgresPool {
  const { options, Client } = pool;
  return {
    options,
    ...(Client ? { Client } : {}),
    end: () => pool.end(),
    async connect() {
      const start = performance.now();
      try {
        return await pool.connect();
      } catch (error) {
        observeOperation('CONNECT', performance.now() - start, error);
        throw refusesSettings(error) ? new PoolerError({ cause: error }) : error;
      }
    },
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
