import { existsSync } from 'node:fs';
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stopOrphan } from './orphans.ts';
import { runProgram } from './run-script.ts';
import type { StopSignals } from './start-process.ts';

export type Account = { readonly name: string; readonly uid: number; readonly gid: number };

export const POSTGRES_USER = 'styling';
export const POSTGRES_DATABASE = 'styling';

/** Postgres's fast shutdown (clients are disconnected), then its immediate one (recovery at the next start). */
export const POSTGRES_STOP_SIGNALS: StopSignals = [
  ['SIGINT', 15_000],
  ['SIGQUIT', 5_000],
];

/**
 * Makes a cluster with database `styling` (UTF-8, C.UTF-8, password authentication) unless it is there, complete, as it
 * is renamed at the end. Without `fsync` in `parameters` it is made without waiting for the disk.
 */
export async function initialiseCluster(options: {
  nativeDir: string;
  clusterDir: string;
  password: string;
  account: Account | undefined;
  parameters: Readonly<Record<string, string>>;
  notify: (line: string) => void;
}): Promise<void> {
  const { nativeDir, clusterDir, password, account, parameters, notify } = options;
  if (existsSync(join(clusterDir, 'PG_VERSION'))) return;
  notify('preparing Postgres …');
  const { uid, gid } = account ?? {};
  const unfinished = `${clusterDir}.initialising`;
  const passwordFile = `${clusterDir}.password`;
  const run = async (program: string, args: readonly string[], input = '') => {
    const command = join(nativeDir, 'bin', program);
    const { code, errors, output } = await runProgram(command, args, { uid, gid, cwd: '/', input });
    if (code === 0) return;
    throw new Error(`${command} failed: ${firstFailure(errors) || firstFailure(output) || `exit code ${code}`}`);
  };
  for (const path of [unfinished, clusterDir, passwordFile]) await rm(path, { recursive: true, force: true });
  try {
    await mkdir(unfinished, { mode: 0o700 });
    await writeFile(passwordFile, `${password}\n`, { mode: 0o600, flag: 'wx' });
    if (account) for (const path of [unfinished, passwordFile]) await chown(path, account.uid, account.gid);
    const locale = ['-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
    const access = ['-U', POSTGRES_USER, `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
    const [noSync, noFsync] = parameters.fsync === 'off' ? [['--no-sync'], ['-c', 'fsync=off']] : [[], []];
    await run('initdb', ['-D', unfinished, ...access, ...locale, '--no-instructions', ...noSync]);
    // A single-user backend needs no client and no listening server.
    const statement = `CREATE DATABASE ${POSTGRES_DATABASE}\n`;
    await run('postgres', ['--single', '-D', unfinished, ...noFsync, 'postgres'], statement);
    await rename(unfinished, clusterDir);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

/** The line of a Postgres program's output that explains its failure. */
export function firstFailure(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const line = lines.find((text) => /\b(FATAL|PANIC):|error/i.test(text)) ?? lines.at(-1) ?? '';
  return line.replace(/^.*?\b(?:FATAL|PANIC|LOG): +/, '').trim();
}

/** Reads `postmaster.pid` (src/include/utils/pidfile.h); `status` is `ready` once the server takes connections. */
export async function readPostmasterFile(clusterDir: string): Promise<{ pid: number; status: string } | undefined> {
  const lines = (await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const pid = Number(lines[0]);
  return pid ? { pid, status: lines[7]?.trim() ?? '' } : undefined;
}

/**
 * Stops the Postgres that a killed run left on `clusterDir`. Removes a `postmaster.pid` of another program's pid, at
 * which Postgres would not start; keeps a dead one, by which it checks that no backend is still attached.
 */
export async function stopOrphanedPostgres(clusterDir: string): Promise<void> {
  const { pid } = (await readPostmasterFile(clusterDir)) ?? {};
  if (pid === undefined) return;
  const signals = [...POSTGRES_STOP_SIGNALS, ['SIGKILL', 5_000]] as const;
  const isReused = await stopOrphan(pid, `postgres -D ${clusterDir}`, signals);
  if (isReused) await rm(join(clusterDir, 'postmaster.pid'));
}
