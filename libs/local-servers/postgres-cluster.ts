import { existsSync } from 'node:fs';
import { chown, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Account } from './postgres-account.ts';
import { runProgram } from './run-program.ts';

/** The name of the cluster's folder. */
export const CLUSTER = 'cluster';
/** The superuser and the database that every cluster of ours has. */
export const POSTGRES_USER = 'styling';
export const POSTGRES_DATABASE = 'styling';

/**
 * Makes the cluster `<baseDir>/cluster` with database `styling` (UTF-8, built-in C.UTF-8 locale, password
 * authentication), unless it is there. It is made under another name and renamed at the end, so that a cluster that is
 * there is complete.
 * @param options.parameters those of the server; one without `fsync` is made without waiting for the disk, too
 * @param options.notify called with one line if it is made
 * @throws Error of one line when a program fails
 */
export async function initialiseCluster(options: {
  nativeDir: string;
  baseDir: string;
  password: string;
  account: Account | undefined;
  parameters: Readonly<Record<string, string>>;
  notify: (line: string) => void;
}): Promise<void> {
  const { nativeDir, baseDir, password, account, parameters, notify } = options;
  const isSynced = parameters.fsync !== 'off';
  const cluster = join(baseDir, CLUSTER);
  if (existsSync(join(cluster, 'PG_VERSION'))) return;
  notify('preparing Postgres …');
  const unfinished = join(baseDir, `${CLUSTER}.initialising`);
  const passwordFile = join(baseDir, `${CLUSTER}.password`);
  const run = async (program: string, args: readonly string[], input = '') => {
    const command = join(nativeDir, 'bin', program);
    const identity = { uid: account?.uid, gid: account?.gid, cwd: '/' };
    const { code, errors, output } = await runProgram(command, args, { ...identity, input });
    if (code === 0) return;
    throw new Error(`${command} failed: ${firstFailure(errors) || firstFailure(output) || `exit code ${code}`}`);
  };
  for (const path of [unfinished, cluster, passwordFile]) await rm(path, { recursive: true, force: true });
  try {
    await mkdir(unfinished, { mode: 0o700 });
    await writeFile(passwordFile, `${password}\n`, { mode: 0o600, flag: 'wx' });
    if (account) for (const path of [unfinished, passwordFile]) await chown(path, account.uid, account.gid);
    await run('initdb', [
      ...['-D', unfinished, '-U', POSTGRES_USER, `--pwfile=${passwordFile}`, '--auth=scram-sha-256'],
      ...['-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions'],
      ...(isSynced ? [] : ['--no-sync']),
    ]);
    // A single-user backend makes the database, so that no client and no listening server is needed for it.
    const settings = isSynced ? [] : ['-c', 'fsync=off'];
    await run(
      'postgres',
      ['--single', '-D', unfinished, ...settings, 'postgres'],
      `CREATE DATABASE ${POSTGRES_DATABASE}\n`,
    );
    await rename(unfinished, cluster);
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
