import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

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
  // apt running as root drops to user _apt for downloads, and warns when that user cannot enter the folder.
  await chmod(workspace, 0o755);
  try {
    const lists = join(workspace, 'lists');
    const archives = join(workspace, 'archives');
    for (const folder of [lists, archives]) await mkdir(join(folder, 'partial'), { recursive: true });
    const own = ['-o', `Dir::Cache=${workspace}`, '-o', 'APT::Sandbox::User=root', '-o', 'Acquire::Retries=1'];
    const quiet = ['-q', '-o', 'Acquire::http::Timeout=20', '-o', 'Acquire::https::Timeout=20'];

    // The system's own lists do when they know the package; else fresh ones are fetched into the workspace.
    const isKnown = await run('apt-cache', ['show', 'nats-server'], { signal }).then(
      () => true,
      () => false,
    );
    const fresh = isKnown ? [] : ['-o', `Dir::State::Lists=${lists}`];
    const aptGet = (...command: string[]) =>
      run('apt-get', [...own, ...quiet, ...fresh, ...command], { signal, cwd: archives });
    // One bad source among good ones fails the update, so whether the package can be had decides.
    const outdated = isKnown ? undefined : await aptGet('update').catch((error: Error) => error);
    await aptGet('download', 'nats-server').catch((error: Error) => {
      throw outdated ?? error;
    });

    const archive = (await readdir(archives)).find((name) => name.endsWith('.deb'));
    if (!archive) throw new Error('apt-get download left no package');
    await run('dpkg-deb', ['-x', join(archives, archive), workspace], { signal });
    const executable = join(directory, 'nats-server');
    await rename(join(workspace, 'usr', 'sbin', 'nats-server'), executable);
    return executable;
  } finally {
    await rm(workspace, { recursive: true, force: true });
  }
}

async function run(
  command: string,
  args: readonly string[],
  { signal, cwd }: { signal?: AbortSignal | undefined; cwd?: string },
): Promise<void> {
  try {
    const options = { timeout: 180_000, ...(cwd ? { cwd } : {}), ...(signal ? { signal } : {}) };
    await promisify(execFile)(command, args, options);
  } catch (cause) {
    throw new Error(`${command}: ${commandFailure(cause)}`, { cause });
  }
}

function commandFailure(error: unknown): string {
  const { code, stderr = '', message } = error as NodeJS.ErrnoException & { stderr?: string };
  if (code === 'ENOENT') return 'not found';
  const line = stderr.split('\n').findLast((text) => text.startsWith('E: ')) ?? stderr.trim().split('\n').at(-1);
  return line?.replace(/^E: /, '') || message.split('\n', 1)[0] || 'failed';
}
