import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { access, chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Account } from './postgres-account.ts';

/** The name of the cluster's folder. */
export const CLUSTER = 'cluster';
/** The superuser and the database that every cluster of ours has. */
export const POSTGRES_USER = 'styling';
export const POSTGRES_DATABASE = 'styling';

/**
 * Makes the cluster `<baseDir>/cluster` with database `styling` (UTF-8, built-in C.UTF-8 locale, password
 * authentication), unless it is there. It is made under another name and renamed at the end, so that a cluster that is
 * there is complete.
 * @returns whether it was made now
 * @throws Error of one line when a program fails
 */
export async function initialiseCluster(options: {
  nativeDir: string;
  baseDir: string;
  password: string;
  account: Account | undefined;
}): Promise<boolean> {
  const { nativeDir, baseDir, password, account } = options;
  const cluster = join(baseDir, CLUSTER);
  if (await hasCluster(baseDir)) return false;
  const unfinished = join(baseDir, `${CLUSTER}.initialising`);
  const passwordFile = join(baseDir, `${CLUSTER}.password`);
  await rm(unfinished, { recursive: true, force: true });
  await rm(cluster, { recursive: true, force: true });
  await rm(passwordFile, { force: true });
  try {
    await mkdir(unfinished, { mode: 0o700 });
    await writeFile(passwordFile, `${password}\n`, { mode: 0o600, flag: 'wx' });
    if (account) await Promise.all([unfinished, passwordFile].map((path) => chown(path, account.uid, account.gid)));
    await run(join(nativeDir, 'bin', 'initdb'), account, [
      ...['-D', unfinished, '-U', POSTGRES_USER, `--pwfile=${passwordFile}`, '--auth=scram-sha-256'],
      ...['-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions'],
    ]);
    // A single-user backend makes the database, so that no client and no listening server is needed for it.
    const singleUser = ['--single', '-D', unfinished, 'postgres'];
    await run(join(nativeDir, 'bin', 'postgres'), account, singleUser, `CREATE DATABASE ${POSTGRES_DATABASE}\n`);
    await rename(unfinished, cluster);
    return true;
  } finally {
    await rm(passwordFile, { force: true });
  }
}

/**
 * The password of the cluster's superuser, kept in `<dataDir>/password` (readable by us only) and made at first need.
 */
export async function clusterPassword(dataDir: string): Promise<string> {
  const file = join(dataDir, 'password');
  const kept = (await readFile(file, 'utf8').catch(() => '')).trim();
  if (kept) return kept;
  const password = randomBytes(24).toString('base64url');
  await writeFile(file, `${password}\n`, { mode: 0o600 });
  return password;
}

async function run(command: string, account: Account | undefined, args: readonly string[], input = ''): Promise<void> {
  const identity = account ? { uid: account.uid, gid: account.gid } : {};
  const child = spawn(command, args, { ...identity, cwd: '/', detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', (cause) => reject(new Error(`cannot execute ${command}: ${cause.message}`, { cause })));
    child.once('close', resolve);
  });
  // A program that ends before it has read its input closes the pipe; its exit code explains why.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const [code, errors, output] = await Promise.all([ended, text(child.stderr), text(child.stdout)]);
  if (code !== 0)
    throw new Error(`${command} failed: ${firstFailure(errors) || firstFailure(output) || `exit code ${code}`}`);
}

/** The line of a Postgres program's output that explains its failure. */
export function firstFailure(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const line = lines.find((text) => /\b(FATAL|PANIC):|error/i.test(text)) ?? lines.at(-1) ?? '';
  return line.replace(/^.*?\b(?:FATAL|PANIC|LOG): +/, '').trim();
}

/** Whether `<baseDir>/cluster` is there, which it only is as a whole. */
export function hasCluster(baseDir: string): Promise<boolean> {
  return access(join(baseDir, CLUSTER, 'PG_VERSION')).then(
    () => true,
    () => false,
  );
}
