import { createHash, randomUUID } from 'node:crypto';
import { chmod, cp, lstat, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Account, canEnter } from './postgres-account.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { CLUSTER } from './postgres-cluster.ts';
import { stopOrphanedPostgres } from './postgres-orphan.ts';

/** Where the programs and the data are that `account` can reach. */
export type PostgresPlace = {
  readonly nativeDir: string;
  /** folder that holds the cluster */
  readonly baseDir: string;
};

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
  const { nativeDir, version } = binaries;
  if (!account) return { nativeDir, baseDir: dataDir };
  const dataStandIn = (await canEnter(account, dataDir)) ? undefined : standInFor(dataDir, root);
  const programStandIn = (await canEnter(account, join(nativeDir, 'bin'))) ? undefined : standInFor(nativeDir, root);

  if (dataStandIn) {
    const pointer = join(dataDir, 'location');
    await requireOurs(dataStandIn);
    if (!(await exists(pointer))) await discard(dataStandIn);
    await makeOpen(dataStandIn);
    await writeFile(pointer, `${dataStandIn}\n`);
  }
  if (programStandIn) {
    await requireOurs(programStandIn);
    await makeOpen(programStandIn);
  }
  const moved = [
    ...(dataStandIn ? [`its data are in ${dataStandIn}`] : []),
    ...(programStandIn ? [`its programs in ${programStandIn}`] : []),
  ];
  if (moved.length > 0) {
    notify(`user ${account.name}, which Postgres runs as, cannot enter this folder: ${moved.join(', ')}`);
  }
  return {
    nativeDir: programStandIn ? await copyOnce(nativeDir, join(programStandIn, `postgres-${version}`)) : nativeDir,
    baseDir: dataStandIn ?? dataDir,
  };
}

/** `root` is writable for all users, so a folder that another user created there is refused. */
async function requireOurs(directory: string): Promise<void> {
  const found = await lstat(directory).catch(() => undefined);
  if (found && (!found.isDirectory() || found.uid !== process.getuid?.())) {
    throw new Error(`${directory} belongs to another user; remove it`);
  }
}

async function discard(directory: string): Promise<void> {
  await stopOrphanedPostgres(join(directory, CLUSTER));
  await rm(directory, { recursive: true, force: true });
}

async function makeOpen(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true });
  await chmod(directory, 0o755);
}

async function copyOnce(from: string, to: string): Promise<string> {
  if (await exists(to)) return to;
  // Several processes may copy at once, each under a name of its own; the first to finish renames its copy.
  const copy = `${to}.${process.pid}.${randomUUID()}`;
  await cp(from, copy, { recursive: true, verbatimSymlinks: true });
  await openToAll(copy);
  await rename(copy, to).catch(async (error) => {
    await rm(copy, { recursive: true });
    if (!(await exists(to))) throw error;
  });
  return to;
}

/** Undoes a strict umask at the installation of the binaries. */
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
