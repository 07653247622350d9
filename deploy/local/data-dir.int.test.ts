import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDataDir } from './data-dir.ts';

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lock-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

test('given a folder in use, then a second attempt to lock it is refused with the pid, until it is released', async () => {
  const lock = await lockDataDir(dataDir);
  await expect(lockDataDir(dataDir)).rejects.toThrow(
    `already running on ${dataDir} (pid ${process.pid}): stop that one first`,
  );
  lock.close();
  (await lockDataDir(dataDir)).close();
});

test('given a holder that is killed, then the lock is gone with it, whatever its files say', async () => {
  const script = join(dataDir, 'holder.ts');
  const module = JSON.stringify(new URL('./data-dir.ts', import.meta.url).href);
  await writeFile(
    script,
    `const { lockDataDir } = await import(${module});
     globalThis.lock = await lockDataDir(${JSON.stringify(dataDir)});
     console.log('held');
     setInterval(() => {}, 1e6);`,
  );
  const holder = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(holder.stdout, 'data');
  await expect(lockDataDir(dataDir)).rejects.toThrow(`(pid ${holder.pid})`);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  (await lockDataDir(dataDir)).close();
});

test('given a folder that cannot be locked, then the error says that, not that it is in use', async () => {
  await mkdir(join(dataDir, 'lock'));
  await expect(lockDataDir(dataDir)).rejects.toThrow(`cannot lock ${dataDir}: unable to open database file`);
});
