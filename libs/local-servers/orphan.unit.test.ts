import { expect, test } from 'vitest';
import { isServer } from './orphan.ts';

const identity = 'postgres -D /data/my cluster';

test.each([
  '/opt/pg 18/bin/postgres -D /data/my cluster -p 5432 -c max_connections=200',
  'postgres -D /data/my cluster',
])('given %j, then it is ours', (commandLine) => {
  expect(isServer(commandLine, identity)).toBe(true);
});

test.each([
  ['another program', 'vim -D /data/my cluster'],
  ['a program whose name only ends the same', '/usr/bin/notpostgres -D /data/my cluster'],
  ['another folder', '/opt/bin/postgres -D /data/other'],
  ['a folder that only begins the same', '/opt/bin/postgres -D /data/my cluster.initialising'],
  ['our folder as an argument of something else', 'grep postgres -D /data/my cluster'],
  ['nothing', ''],
])('given %s, then it is not ours', (_, commandLine) => {
  expect(isServer(commandLine, identity)).toBe(false);
});
