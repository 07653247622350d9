import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** https://sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5;

/**
 * Locks `dataDir` (SQLite transaction) until the lock is disposed of, or this process ends.
 * @throws Error of one line when it is locked
 */
export async function lockDataDir(dataDir: string): Promise<DatabaseSync> {
  await mkdir(dataDir, { recursive: true });
  const pidFile = join(dataDir, 'lock.pid');
  const database = new DatabaseSync(join(dataDir, 'lock'), { timeout: 0, open: false });
  try {
    database.open();
    database.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    if (database.isOpen) database.close();
    const { errcode, message } = cause as Error & { errcode?: number };
    if (errcode !== SQLITE_BUSY) throw new Error(`cannot lock ${dataDir}: ${message}`, { cause });
    const pid = (await readFile(pidFile, 'utf8').catch(() => '')).trim();
    throw new Error(`already running on ${dataDir}${pid ? ` (pid ${pid})` : ''}: stop that one first`, { cause });
  }
  await writeFile(pidFile, `${process.pid}\n`);
  return database;
}
