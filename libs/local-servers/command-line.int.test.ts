import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { commandLineOf } from './command-line.ts';

const platforms = [process.platform, ...(spawnSync('ps', ['-p', '1']).error ? [] : ['darwin'])];

test.each(platforms)('given a process, then %s reads its command line, and nothing once it ended', async (platform) => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)', 'an argument']);
  await once(child, 'spawn');
  const pid = child.pid as number;
  expect(await commandLineOf(pid, platform)).toBe(`${process.execPath} -e setInterval(() => {}, 1e6) an argument`);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await commandLineOf(pid, platform)).toBeUndefined();
});

test.each([0, -1, Number.NaN])('given %s, which is no pid, then there is no command line', async (pid) => {
  expect(await commandLineOf(pid)).toBeUndefined();
});
