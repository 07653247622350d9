import { createHash } from 'node:crypto';
import { chmod, cp, lstat, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Account, canEnter } from './postgres-account.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { CLUSTER } from './postgres-cluster.ts';
import { stopOrphanedPostgres } from './postgres-orphan.ts';

/** Where the programs and the data are that `account` can reach. */
export interface PostgresPlace {
  readonly nativeDir: string;
  /** folder that holds the cluster */
  readonly baseDir: string;
}

/** The folder that stands in for `dataDir` when another user cannot reach it: the same one at every start. */
export function standInFor(dataDir: string, root = '/var/tmp'): string {
  return join(root, `image-styling-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`);
}

/**
 * Decides where Postgres lives: `dataDir` and the installed binaries, unless `account` cannot enter them (a clone below
 * a private folder such as `/root`). Then the data, and a copy of the binaries made once a version, go to a folder
 * below `root`, and the file `<dataDir>/location` names it. Without that file, what lies there belongs to a `dataDir`
 * since deleted and is removed.
 * @param notify told in one line when it is not `dataDir`
 */
export async function placePostgres(options: {
  dataDir: string;
  binaries: PostgresBinaries;
  account: Account | undefined;
  notify: (line: string) => void;
  root?: string;
}): Promise<PostgresPlace> {
  const { dataDir, binaries, account, notify, root } = options;
  await mkdir(dataDir, { recursive: true });
  const { nativeDir } = binaries;
  if (!account) return { nativeDir, baseDir: dataDir };
  const canReachData = await canEnter(account, dataDir);
  const canReachBinaries = await canEnter(account, join(nativeDir, 'bin'));
  if (canReachData && canReachBinaries) return { nativeDir, baseDir: dataDir };

  const standIn = standInFor(dataDir, root);
  const pointer = join(dataDir, 'location');
  await claim(standIn, await exists(pointer));
  await writeFile(pointer, `${standIn}\n`);
  const what = [...(canReachData ? [] : ['its data']), ...(canReachBinaries ? [] : ['its programs'])].join(' and ');
  notify(`user ${account.name}, which Postgres runs as, cannot enter this folder: ${what} are in ${standIn}`);
  return {
    nativeDir: canReachBinaries ? nativeDir : await copyOnce(nativeDir, join(standIn, `postgres-${binaries.version}`)),
    baseDir: canReachData ? dataDir : standIn,
  };
}

/** Makes the folder ours. The place is open to all users, so one that somebody else made is refused. */
async function claim(directory: string, isKnown: boolean): Promise<void> {
  const found = await lstat(directory).catch(() => undefined);
  if (found && (!found.isDirectory() || found.uid !== process.getuid?.())) {
    throw new Error(`${directory} belongs to someone else; remove it`);
  }
  if (found && !isKnown) {
    await stopOrphanedPostgres(join(directory, CLUSTER));
    await rm(directory, { recursive: true });
  }
  await mkdir(directory, { recursive: true });
  await chmod(directory, 0o755);
}

async function copyOnce(from: string, to: string): Promise<string> {
  if (await exists(to)) return to;
  await rm(`${to}.copying`, { recursive: true, force: true });
  await cp(from, `${to}.copying`, { recursive: true, verbatimSymlinks: true });
  await openToAll(`${to}.copying`);
  await rename(`${to}.copying`, to);
  return to;
}

/** Undoes a strict umask of whoever installed the binaries. */
async function openToAll(directory: string): Promise<void> {
  await chmod(directory, 0o755);
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const path = join(entry.parentPath, entry.name);
    const { mode } = await lstat(path);
    await chmod(path, mode & 0o100 ? 0o755 : 0o644);
  }
}

function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
