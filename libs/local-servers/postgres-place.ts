import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, cp, lstat, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Account, canEnter } from './postgres-account.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { CLUSTER } from './postgres-cluster.ts';
import { stopOrphanedPostgres } from './postgres-orphan.ts';

/** The folder that stands in for one that another user cannot reach: the same one at every start. */
export function standInFor(folder: string, root = '/var/tmp'): string {
  return join(root, `image-styling-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`);
}

/**
 * Decides where Postgres lives: `dataDir` and the installed binaries, unless `account` cannot enter them (a clone below
 * a private folder such as `/root`). What it cannot enter goes to folders below `root`: the data, which the file
 * `<dataDir>/location` then points to (without that file, what lies there belongs to a `dataDir` since deleted and is
 * removed), and a copy of the binaries, made once a version and shared by all that run them.
 * @param notify called with one line when it is not `dataDir`
 * @returns the folder of the programs, and the one that holds the cluster
 */
export async function placePostgres(options: {
  dataDir: string;
  binaries: PostgresBinaries;
  account: Account | undefined;
  notify: (line: string) => void;
  root?: string;
}): Promise<{ nativeDir: string; baseDir: string }> {
  const { dataDir, binaries, account, notify, root } = options;
  const place = { nativeDir: binaries.nativeDir, baseDir: dataDir };
  await mkdir(dataDir, { recursive: true });
  if (!account) return place;
  const moved: string[] = [];
  if (!(await canEnter(account, dataDir))) {
    place.baseDir = await openStandIn(dataDir, root);
    const pointer = join(dataDir, 'location');
    if (!existsSync(pointer)) await discard(join(place.baseDir, CLUSTER));
    await writeFile(pointer, `${place.baseDir}\n`);
    moved.push(`its data are in ${place.baseDir}`);
  }
  if (!(await canEnter(account, join(binaries.nativeDir, 'bin')))) {
    const standIn = await openStandIn(binaries.nativeDir, root);
    place.nativeDir = join(standIn, `postgres-${binaries.version}`);
    await copyOnce(binaries.nativeDir, place.nativeDir);
    moved.push(`its programs in ${standIn}`);
  }
  if (moved.length > 0) {
    notify(`user ${account.name}, which Postgres runs as, cannot enter this folder: ${moved.join(', ')}`);
  }
  return place;
}

/** `root` is writable for all users, so a folder that another user created there is refused. */
async function openStandIn(folder: string, root?: string): Promise<string> {
  const directory = standInFor(folder, root);
  await mkdir(directory, { recursive: true }).catch(() => undefined);
  const found = await lstat(directory);
  if (!found.isDirectory() || found.uid !== process.getuid?.()) {
    throw new Error(`${directory} belongs to another user; remove it`);
  }
  await chmod(directory, 0o755);
  return directory;
}

async function discard(clusterDir: string): Promise<void> {
  await stopOrphanedPostgres(clusterDir);
  await rm(clusterDir, { recursive: true, force: true });
}

async function copyOnce(from: string, to: string): Promise<void> {
  if (existsSync(to)) return;
  // Several processes may copy at once, each under a name of its own; the first to finish renames its copy.
  const copy = `${to}.${process.pid}.${randomUUID()}`;
  await cp(from, copy, { recursive: true, verbatimSymlinks: true });
  // Undoes a strict umask at the installation of the binaries.
  await promisify(execFile)('chmod', ['-R', 'u=rwX,go=rX', copy]);
  await rename(copy, to).catch(async (error) => {
    await rm(copy, { recursive: true });
    if (!existsSync(to)) throw error;
  });
}
