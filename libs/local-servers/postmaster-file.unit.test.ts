import { expect, test } from 'vitest';
import { parsePostmasterFile } from './postmaster-file.ts';

const complete = '4711\n/data/cluster\n1763707570\n5433\n\n127.0.0.1\n  3538963  65537\nready   \n';

test('given the file of a running server, then pid, folder, port and status are read', () => {
  expect(parsePostmasterFile(complete)).toEqual({ pid: 4711, dataDir: '/data/cluster', port: 5433, status: 'ready' });
});

test('given a server that has just begun, then what is not there yet is undefined', () => {
  expect(parsePostmasterFile('4711\n/data/cluster\n1763707570\n')).toEqual({
    pid: 4711,
    dataDir: '/data/cluster',
    port: undefined,
    status: undefined,
  });
});

test.each(['', '\n', 'garbage', '-1\n/data\n', '47'])('given %j, then there is nothing to read', (text) => {
  expect(parsePostmasterFile(text)).toBeUndefined();
});
