import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { stopOrphan } from './orphan.ts';
import { parsePostmasterFile } from './postmaster-file.ts';
import type { StopSignals } from './start-process.ts';

/**
 * SIGINT is Postgres's fast shutdown (clients are disconnected), SIGQUIT its immediate one (recovery at the next start).
 */
export const POSTGRES_STOP_SIGNALS: StopSignals = [
  ['SIGINT', 15_000],
  ['SIGQUIT', 5_000],
];

/**
 * Stops the Postgres that a killed run left behind on `clusterDir`, if there is one. A `postmaster.pid` whose pid now
 * belongs to some other program is removed, because Postgres would refuse to start on seeing that pid alive; one whose
 * pid is dead is left for Postgres, which checks by it that no backend of the dead server is still attached.
 */
export async function stopOrphanedPostgres(clusterDir: string): Promise<'none' | 'foreign' | 'stopped'> {
  const pidFile = join(clusterDir, 'postmaster.pid');
  const found = parsePostmasterFile(await readFile(pidFile, 'utf8').catch(() => ''));
  if (!found) return 'none';
  const identity = { program: 'postgres', argument: `-D ${clusterDir}` };
  const outcome = await stopOrphan(found.pid, identity, [...POSTGRES_STOP_SIGNALS, ['SIGKILL', 5_000]]);
  if (outcome === 'foreign') await rm(pidFile);
  return outcome;
}
