import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { freeBytes } from '@styling/local-servers';
import type { StackSettings } from './settings.ts';

/** https://sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5;

/**
 * Locks `dataDir` exclusively. The lock is one of the operating system's on an open file (SQLite's exclusive
 * transaction), so it ends with the process that holds it, however it ends: there are no stale locks.
 * @throws Error of one line when another process holds it
 */
export async function lockDataDir(dataDir: string): Promise<{ release(): void }> {
  await mkdir(dataDir, { recursive: true });
  const pidFile = join(dataDir, 'lock.pid');
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(join(dataDir, 'lock'), { timeout: 0 });
    database.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    database?.close();
    const { errcode, message } = cause as Error & { errcode?: number };
    if (errcode !== SQLITE_BUSY) throw new Error(`cannot lock ${dataDir}: ${message}`, { cause });
    const pid = (await readFile(pidFile, 'utf8').catch(() => '')).trim();
    throw new Error(`already running on ${dataDir}${pid ? ` (pid ${pid})` : ''}: stop that one first`, { cause });
  }
  await writeFile(pidFile, `${process.pid}\n`);
  const held = database;
  return { release: () => held.close() };
}

/** A new cluster (50 MB) and a full write-ahead log (`max_wal_size`, 1 GB). */
const POSTGRES_BYTES = 1.1e9;
/** Reads are dropped beyond this, see deploy/provision. */
const READS_BYTES = 1024 ** 3;
/** Events and pictures of a first day; they are never dropped, and take what there is. */
const CONTENT_BYTES = 0.3e9;

/**
 * Refuses a first start, in the existing folder `dataDir`, on a disk that the servers of the stack would fill by themselves.
 * @throws Error of one line that says how much is free, and how much is needed for what
 */
export async function requireRoom(
  settings: Pick<StackSettings, 'dataDir' | 'natsUrl' | 'databaseUrl' | 'environment'>,
): Promise<void> {
  const { dataDir, natsUrl, databaseUrl, environment } = settings;
  if (['nats', 'postgres', 'objects'].some((folder) => existsSync(join(dataDir, folder)))) return;
  const parts = {
    'for Postgres': databaseUrl ? 0 : POSTGRES_BYTES,
    'for reads (READS_MAX_BYTES)': natsUrl ? 0 : Number(environment.READS_MAX_BYTES) || READS_BYTES,
    'for events and pictures': CONTENT_BYTES,
  };
  const needed = Object.values(parts).reduce((sum, bytes) => sum + bytes, 0);
  const free = await freeBytes(dataDir);
  if (free >= needed) return;
  const uses = Object.entries(parts).filter(([, bytes]) => bytes > 0);
  const words = uses.map(([use, bytes]) => `${gigabytes(bytes)} ${use}`).join(', ');
  throw new Error(`${dataDir} has ${gigabytes(free)} free, and a first start needs ${gigabytes(needed)}: ${words}`);
}

const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;
