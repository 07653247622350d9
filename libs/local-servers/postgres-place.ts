import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
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
 * a private folder such as `/root`). Data in such a folder go to one below `root`, which the file `<dataDir>/location` then
 * points to (without that file, what lies there belongs to a `dataDir` since deleted and is removed). Of such binaries a copy
 * is made beside the data.
 * @param notify called with one line when it is not `dataDir`
 * @returns the folder of the programs, and the one that holds the cluster; `discard` removes the copy, once nothing runs from it
 */
export async function placePostgres(options: {
  dataDir: string;
  binaries: PostgresBinaries;
  account: Account | undefined;
  notify: (line: string) => void;
  root?: string;
}): Promise<{ nativeDir: string; baseDir: string; discard: () => Promise<void> }> {
  const { dataDir, binaries, account, notify, root } = options;
  const place = { nativeDir: binaries.nativeDir, baseDir: dataDir, discard: async () => {} };
  await mkdir(dataDir, { recursive: true });
  if (!account) return place;
  const moved: string[] = [];
  if (!(await canEnter(account, dataDir))) {
    place.baseDir = await openStandIn(dataDir, root);
    const pointer = join(dataDir, 'location');
    if (!existsSync(pointer)) await discardCluster(join(place.baseDir, CLUSTER));
    await writeFile(pointer, `${place.baseDir}\n`);
    moved.push(`its data are in ${place.baseDir}`);
  }
  if (!(await canEnter(account, join(binaries.nativeDir, 'bin')))) {
    const copy = join(place.baseDir, `postgres-${binaries.version}`);
    await copyOnce(binaries.nativeDir, copy);
    place.nativeDir = copy;
    place.discard = () => rm(copy, { recursive: true, force: true });
    moved.push(`its programs in ${copy} while it runs`);
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

async function discardCluster(clusterDir: string): Promise<void> {
  await stopOrphanedPostgres(clusterDir);
  await rm(clusterDir, { recursive: true, force: true });
}

/** A copy that is there, as after `kill -9`, is complete. */
async function copyOnce(from: string, to: string): Promise<void> {
  if (existsSync(to)) return;
  const unfinished = `${to}.copying`;
  await rm(unfinished, { recursive: true, force: true });
  await cp(from, unfinished, { recursive: true, verbatimSymlinks: true });
  // Undoes a strict umask at the installation of the binaries.
  await promisify(execFile)('chmod', ['-R', 'u=rwX,go=rX', unfinished]);
  await rename(unfinished, to);
}
