import { execFile } from 'node:child_process';
import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const SDK_DIR = import.meta.dirname;

/** The package as it is published. */
export type Packed = {
  /** The bytes of its tarball. */
  readonly tarball: Uint8Array;
  /** Where it is installed, in the `node_modules` of the folder. */
  readonly packageDir: string;
  /** The script of the command line. */
  readonly styling: string;
};

/** Packs the client, and installs it in a folder without anything else. */
export async function installPacked(folder: string): Promise<Packed> {
  // Elsewhere than in the repository, as tests run side by side.
  const stage = join(folder, 'stage');
  await mkdir(stage);
  for (const file of ['package.json', 'README.md']) await copyFile(join(SDK_DIR, file), join(stage, file));
  await run('npm', ['run', '--silent', 'prepack', '--', '--outDir', join(stage, 'dist')], { cwd: SDK_DIR });
  await run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], { cwd: stage });
  const [name = ''] = (await readdir(folder)).filter((file) => file.endsWith('.tgz'));
  const packageDir = join(folder, 'node_modules', '@styling', 'client');
  await mkdir(packageDir, { recursive: true });
  await run('tar', ['xzf', join(folder, name), '--strip-components=1', '-C', packageDir]);
  const { bin } = JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8'));
  return { tarball: await readFile(join(folder, name)), packageDir, styling: join(packageDir, bin.styling) };
}
