import { chmod, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { runProgram } from './run-program.ts';

/**
 * Fetches the distribution's `nats-server` package with apt and unpacks its executable to `<directory>/nats-server`,
 * without root and without touching the system: apt reads the system's sources and keys, but keeps its lists and
 * cache under `<directory>/.apt-*`, which is removed at the end.
 * @returns the path of the executable
 * @throws Error with one clear line: no apt, no such package, no network
 */
export async function unpackDebianNatsServer(directory: string, signal?: AbortSignal): Promise<string> {
  await mkdir(directory, { recursive: true });
  const workspace = await mkdtemp(join(resolve(directory), '.apt-'));
  const [lists, archives] = [join(workspace, 'lists'), join(workspace, 'archives')];
  const run = async (command: string, ...args: string[]) => {
    const { code, errors } = await runProgram(command, args, { cwd: archives, timeoutMs: 180_000, signal });
    if (code !== 0) throw new Error(`${command}: ${lastFailure(errors) ?? 'failed'}`);
  };
  try {
    // apt running as root drops to user _apt for downloads, and warns when that user cannot enter the folder.
    await chmod(workspace, 0o755);
    for (const folder of [lists, archives]) await mkdir(join(folder, 'partial'), { recursive: true });

    const settings = [
      ...[`Dir::State::Lists=${lists}`, `Dir::Cache=${workspace}`, 'APT::Sandbox::User=root'],
      ...['Acquire::Retries=1', 'Acquire::http::Timeout=20', 'Acquire::https::Timeout=20'],
    ].flatMap((setting) => ['-o', setting]);
    // One bad source among good ones fails the update, so whether the package can be had decides.
    const outdated = await run('apt-get', '-q', ...settings, 'update').catch((error) => error);
    await run('apt-get', '-q', ...settings, 'download', 'nats-server').catch((error) => {
      throw outdated ?? error;
    });

    const archive = (await readdir(archives)).find((name) => name.endsWith('.deb'));
    if (!archive) throw new Error('apt-get download left no package');
    await run('dpkg-deb', '-x', join(archives, archive), workspace);
    const executable = join(directory, 'nats-server');
    await rename(join(workspace, 'usr', 'sbin', 'nats-server'), executable);
    return executable;
  } finally {
    await rm(workspace, { recursive: true, force: true });
  }
}

/** apt's last error, else the last line. */
function lastFailure(errors: string): string | undefined {
  const lines = errors.trim().split('\n');
  return (lines.findLast((line) => line.startsWith('E: ')) ?? lines.at(-1))?.replace(/^E: /, '');
}
