import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { stopOrphan } from './orphan.ts';
import type { StopSignals } from './start-process.ts';

/**
 * SIGINT is Postgres's fast shutdown (clients are disconnected), SIGQUIT its immediate one (recovery at the next start).
 */
export const POSTGRES_STOP_SIGNALS: StopSignals = [
  ['SIGINT', 15_000],
  ['SIGQUIT', 5_000],
];

const pidFileOf = (clusterDir: string): string => join(clusterDir, 'postmaster.pid');

/**
 * Reads `postmaster.pid` (src/include/utils/pidfile.h of Postgres): pid, and status, which is `ready` once the server
 * takes connections. Undefined when there is none.
 */
export async function readPostmasterFile(clusterDir: string): Promise<{ pid: number; status: string } | undefined> {
  const lines = (await readFile(pidFileOf(clusterDir), 'utf8').catch(() => '')).split('\n');
  const pid = Number(lines[0]);
  return pid ? { pid, status: lines[7]?.trim() ?? '' } : undefined;
}

/**
 * Stops the Postgres that a killed run left behind on `clusterDir`, if there is one. A `postmaster.pid` whose pid now
 * belongs to some other program is removed, because Postgres would refuse to start on seeing that pid alive; one whose
 * pid is dead is left for Postgres, which checks by it that no backend of the dead server is still attached.
 */
export async function stopOrphanedPostgres(clusterDir: string): Promise<void> {
  const { pid } = (await readPostmasterFile(clusterDir)) ?? {};
  if (pid === undefined) return;
  const signals: StopSignals = [...POSTGRES_STOP_SIGNALS, ['SIGKILL', 5_000]];
  const outcome = await stopOrphan(pid, `postgres -D ${clusterDir}`, signals);
  if (outcome === 'foreign') await rm(pidFileOf(clusterDir));
}
