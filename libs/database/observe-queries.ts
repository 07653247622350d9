import { errorType, pastSpan, record } from '@styling/telemetry';
import type { LogEvent } from 'kysely';

const OPERATIONS = new Set(['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'WITH', 'CREATE', 'ALTER', 'DROP', 'SET', 'LOCK']);

/** The first word of a statement; `OTHER` if it is not in the list. */
export function operationOf(sql: string): string {
  const word = /^\s*([a-z]+)/i.exec(sql)?.[1]?.toUpperCase() ?? '';
  return OPERATIONS.has(word) ? word : 'OTHER';
}

/** Records the duration of a statement, without its text and parameters; for Kysely's `log`. */
export function observeQuery(event: LogEvent): void {
  const operation = operationOf(event.query.sql);
  const attributes = {
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    ...(event.level === 'error' ? { 'error.type': errorType(event.error) } : {}),
  };
  record('db.client.operation.duration', event.queryDurationMillis / 1000, attributes);
  pastSpan('database.query', { about: operation, attributes }, event.queryDurationMillis);
}
