import { chmod, chown, cp, mkdir, mkdtemp, readdir, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { placePostgres, postgresAccount, standInFor } from './postgres-place.ts';

let folder: string;
const account = await postgresAccount();
const isRoot = account !== undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'place-'));
  await chmod(folder, 0o755);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const fakeBinaries = async () => {
  const nativeDir = join(folder, 'private', 'native');
  await rm(nativeDir, { recursive: true, force: true });
  await mkdir(join(nativeDir, 'bin'), { recursive: true });
  await cp('/bin/true', join(nativeDir, 'bin', 'postgres'));
  await symlink('postgres', join(nativeDir, 'bin', 'link'));
  await chmod(join(nativeDir, 'bin', 'postgres'), 0o700);
  await chmod(join(folder, 'private'), 0o700);
  return { nativeDir, version: '18.0.0' };
};

const place = async (lines: string[] = [], dataDir = join(folder, 'data')) =>
  placePostgres({
    dataDir,
    binaries: await fakeBinaries(),
    account,
    notify: (line) => lines.push(line),
    root: folder,
  });

test.runIf(isRoot)(
  'given binaries in a private folder, then all can run a copy, which is discarded at the end',
  async () => {
    const lines: string[] = [];
    const { nativeDir, clusterDir, discard } = await place(lines);
    const baseDir = join(folder, 'data');
    expect(clusterDir).toBe(join(baseDir, 'cluster'));
    expect(nativeDir).toBe(join(baseDir, 'postgres-18.0.0'));
    expect(lines).toEqual([expect.stringContaining('its programs in')]);
    const copied = await stat(join(nativeDir, 'bin', 'link'));
    expect(copied.mode & 0o777).toBe(0o755);
    await place();
    expect((await stat(join(nativeDir, 'bin', 'link'))).ino).toBe(copied.ino);
    await discard();
    expect(await readdir(baseDir)).toEqual([]);
  },
);

test.runIf(isRoot)('given a stand-in that somebody else made beforehand, then it is refused', async () => {
  const dataDir = join(folder, 'private', 'data');
  const standIn = standInFor(dataDir, folder);
  await mkdir(standIn);
  await chown(standIn, 65_534, 65_534);
  await expect(place([], dataDir)).rejects.toThrow(`${standIn} belongs to another user; remove it`);
});
