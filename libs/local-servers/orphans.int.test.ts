import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { commandLineOf, isServer } from './orphans.ts';

const platforms = [process.platform, ...(spawnSync('ps', ['-p', '1']).error ? [] : ['darwin'])];

test.each(platforms)('given a process, then %s reads its command line, and nothing once it ended', async (platform) => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)', 'an argument']);
  await once(child, 'spawn');
  const pid = child.pid as number;
  expect(await commandLineOf(pid, platform)).toBe(`${process.execPath} -e setInterval(() => {}, 1e6) an argument`);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await commandLineOf(pid, platform)).toBeUndefined();
  expect(await commandLineOf(-1, platform)).toBeUndefined();
});

test.each([
  ['our server', '/opt/pg 18/bin/postgres -D /data/my cluster -p 5432', true],
  ['our server without other arguments', 'postgres -D /data/my cluster', true],
  ['a program whose name only ends the same', '/usr/bin/notpostgres -D /data/my cluster', false],
  ['a folder that only begins the same', '/opt/bin/postgres -D /data/my cluster.initialising', false],
  ['our folder as an argument of something else', 'grep postgres -D /data/my cluster', false],
  ['nothing', '', false],
])('given %s, then it is recognised', (_, commandLine, isOurs) => {
  expect(isServer(commandLine, 'postgres -D /data/my cluster')).toBe(isOurs);
});
