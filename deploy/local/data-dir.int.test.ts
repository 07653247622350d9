import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { lockDataDir, requireRoom } from './data-dir.ts';
import { stackSettings } from './settings.ts';

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
  lock.release();
  (await lockDataDir(dataDir)).release();
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
  (await lockDataDir(dataDir)).release();
});

const settings = async (variables: Record<string, string> = {}) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'room-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  return stackSettings({ ...variables, STYLING_DATA_DIR: dataDir });
};
/** More than any disk has. */
const TOO_MUCH = { READS_MAX_BYTES: '9000000000000000' };

test('given a first start on too little room, then one line says how much is needed for what', async () => {
  const first = await settings(TOO_MUCH);
  await expect(requireRoom(first)).rejects.toThrow(
    /^\/.*\/room-\w+ has \d+\.\d GB free, and a first start needs 9000001\.4 GB: 1\.1 GB for Postgres, 9000000\.0 GB for reads \(READS_MAX_BYTES\), 0\.3 GB for events and pictures$/,
  );
});

test("given room, data of an earlier start, or the user's own servers, then it may start", async () => {
  const own = { ...TOO_MUCH, NATS_URL: 'nats://elsewhere', DATABASE_URL: 'postgres://elsewhere' };
  const later = await settings(TOO_MUCH);
  await mkdir(join(later.dataDir, 'nats'));
  for (const given of [await settings({ READS_MAX_BYTES: '1' }), await settings(own), later]) {
    await expect(requireRoom(given)).resolves.toBeUndefined();
  }
});
