import { expect, test } from 'vitest';
import { natsFailure } from './nats-server.ts';

test('given a fatal line among others, then that is why, without its time stamp', () => {
  const output = `[7] 2026/01/02 03:04:05.000001 [INF] Starting nats-server
[7] 2026/01/02 03:04:05.000002 [FTL] Can't start JetStream: no space
[7] 2026/01/02 03:04:05.000003 [INF] Server Exiting..
`;
  expect(natsFailure(output)).toBe("Can't start JetStream: no space");
});

test('given a complaint about flags, then its last line is why', () => {
  expect(natsFailure('nats-server: flag provided but not defined: -x\n\n')).toBe(
    'nats-server: flag provided but not defined: -x',
  );
});

test('given nothing, then it says so', () => {
  expect(natsFailure('')).toBe('it ended without output');
});
