import { expect, test } from 'vitest';
import { firstFailure } from './postgres-cluster.ts';

test('given a server log with a fatal line, then that is the failure', () => {
  const log = `2026-11-21 06:56:10.171 UTC [61] LOG:  starting PostgreSQL
2026-11-21 06:56:10.172 UTC [61] FATAL:  database files are incompatible with server
2026-11-21 06:56:10.172 UTC [61] DETAIL:  The data directory was initialized by PostgreSQL version 17.
`;
  expect(firstFailure(log)).toBe('database files are incompatible with server');
});

test('given a loader that misses a library, then that is the failure', () => {
  const output =
    '/x/bin/initdb: error while loading shared libraries: libicuuc.so.60: cannot open shared object file\n';
  expect(firstFailure(output)).toBe(output.trim());
});

test('given nothing, then there is no failure to name', () => {
  expect(firstFailure('')).toBe('');
});
