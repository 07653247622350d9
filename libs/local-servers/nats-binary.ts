import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { extract } from 'tar';
import { REPOSITORY_DIR, runProgram } from './run-script.ts';

/** 2.9 is the oldest server that has all features of streams used here. */
const OLDEST_MINOR = 9;
const NATS_RELEASES_URL = 'https://github.com/nats-io/nats-server/releases/download';

/**
 * From github.com/nats-io/nats-docker (Linux) and github.com/cashapp/hermit-packages (macOS; no 2.12 after 2.12.8),
 * since a release's own would be replaced with it.
 */
const ARCHIVES: Readonly<Record<string, readonly [version: string, target: string, sha256: string]>> = {
  'linux-x64': ['2.12.15', 'linux-amd64', '58ab8131f819263897e2fc38e503e1b755b63bcafeecc7d12582487df48ca15e'],
  'linux-arm64': ['2.12.15', 'linux-arm64', 'b724db99fefbf8f5c808baa82819ee50350aee9734017e4a478f7e545cef3ab6'],
  'linux-s390x': ['2.12.15', 'linux-s390x', '5db960be875da499f1354f41c0a7780303fb9644cf62d35022677e77b4178029'],
  'darwin-x64': ['2.14.5', 'darwin-amd64', 'f95c98d6b6ed2b63c5681b46b092c9585c99767d547cf495730c329234625e96'],
  'darwin-arm64': ['2.14.5', 'darwin-arm64', 'ddd907854d9a2de834af133fa396915fe6442fe6d8909ae31390d1ea7a0fea50'],
};

/**
 * Finds a nats-server: on PATH, in `binDir` (default `.local/bin`), else fetched into it, from the official release or
 * the distribution.
 * @returns its path, or the bare name when it is on PATH
 * @throws Error of one line naming why each source failed
 */
export async function findNatsServer(
  options: {
    binDir?: string;
    releasesUrl?: string | undefined;
    notify?: (line: string) => void;
    signal?: AbortSignal | undefined;
  } = {},
): Promise<string> {
  const { binDir = join(REPOSITORY_DIR, '.local', 'bin'), releasesUrl, notify, signal } = options;
  const failures: string[] = [];
  const sources = {
    PATH: () => 'nats-server',
    [binDir]: () => join(binDir, 'nats-server'),
    'official release': () => {
      const archive = ARCHIVES[`${process.platform}-${process.arch}`];
      if (!archive) throw new Error(`no archive for ${process.platform}-${process.arch} whose digest is known`);
      notify?.(`downloading nats-server ${archive[0]} …`);
      return downloadNatsServer(binDir, archive, releasesUrl, signal);
    },
    'distribution package': () => {
      notify?.("the official release cannot be had here; fetching the distribution's nats-server …");
      return unpackDebianNatsServer(binDir, signal);
    },
  };
  for (const [name, take] of Object.entries(sources)) {
    try {
      return await runnable(await take());
    } catch (error) {
      signal?.throwIfAborted();
      failures.push(`${name}: ${(error as Error).message}`);
    }
  }
  throw new Error(`no nats-server found (${failures.join('; ')}); put one on PATH and try again`);
}

async function runnable(executable: string): Promise<string> {
  const { stdout } = await promisify(execFile)(executable, ['--version'], { timeout: 10_000 }).catch((cause) => {
    throw new Error(cause.code === 'ENOENT' ? 'not found' : `${executable} does not run`, { cause });
  });
  const [, minor = 0] = /nats-server: v2\.(\d+)\./.exec(stdout) ?? [];
  if (Number(minor) < OLDEST_MINOR) throw new Error(`${executable} is not nats-server 2.${OLDEST_MINOR} or newer`);
  return executable;
}

/** Downloads a release to `<directory>/nats-server` if its SHA-256 is the known one, else leaves nothing. */
export async function downloadNatsServer(
  directory: string,
  [version, target, sha256]: (typeof ARCHIVES)[string],
  releasesUrl = NATS_RELEASES_URL,
  signal?: AbortSignal,
): Promise<string> {
  const name = `nats-server-v${version}-${target}`;
  const url = `${releasesUrl.replace(/\/+$/, '')}/v${version}/${name}.tar.gz`;
  const archive = await fetch(url, { signal: signal ?? null })
    .then(async (response) => {
      if (!response.ok) throw new Error(`status ${response.status}`);
      return Buffer.from(await response.arrayBuffer());
    })
    .catch((cause: Error & { cause?: NodeJS.ErrnoException }) => {
      // fetch hides the reason behind "fetch failed" and "terminated".
      const hidden = cause.cause ? ` (${cause.cause.code ?? cause.cause.message})` : '';
      throw new Error(`${url}: ${cause.message}${hidden}`, { cause });
    });
  if (hash('sha256', archive) !== sha256) throw new Error(`${url} does not have the known SHA-256`);
  return inWorkspace(directory, async (workspace) => {
    extract({ cwd: workspace, strip: 1, sync: true }, [`${name}/nats-server`]).end(archive);
    return join(workspace, 'nats-server');
  });
}

/**
 * Unpacks the distribution's nats-server with apt, without root: apt reads the system's sources and keys, but keeps
 * lists and cache in the workspace.
 * @throws Error of one line: no apt, no such package, no network
 */
export const unpackDebianNatsServer = (directory: string, signal?: AbortSignal): Promise<string> =>
  inWorkspace(directory, async (workspace) => {
    const [lists, archives] = [join(workspace, 'lists'), join(workspace, 'archives')];
    for (const folder of [lists, archives]) await mkdir(join(folder, 'partial'), { recursive: true });
    const run = async (command: string, ...args: string[]) => {
      const { code, errors } = await runProgram(command, args, { cwd: archives, timeoutMs: 180_000, signal });
      const lines = errors.trim().split('\n');
      const failure = lines.findLast((line) => line.startsWith('E: ')) ?? lines.at(-1);
      if (code !== 0) throw new Error(`${command}: ${failure?.replace(/^E: /, '') ?? 'failed'}`);
    };
    const settings = [
      `Dir::State::Lists=${lists}`,
      `Dir::Cache=${workspace}`,
      'APT::Sandbox::User=root',
      'Acquire::Retries=1',
      'Acquire::http::Timeout=20',
      'Acquire::https::Timeout=20',
    ].flatMap((setting) => ['-o', setting]);
    // One bad source among good ones fails the update, so whether the package can be had decides.
    const outdated = await run('apt-get', '-q', ...settings, 'update').catch((error) => error);
    await run('apt-get', '-q', ...settings, 'download', 'nats-server').catch((error) => {
      throw outdated ?? error;
    });
    const [archive = ''] = (await readdir(archives)).filter((name) => name.endsWith('.deb'));
    await run('dpkg-deb', '-x', join(archives, archive), workspace);
    return join(workspace, 'usr', 'sbin', 'nats-server');
  });

async function inWorkspace(directory: string, unpack: (workspace: string) => Promise<string>): Promise<string> {
  await mkdir(directory, { recursive: true });
  const workspace = await mkdtemp(join(resolve(directory), '.fetch-'));
  try {
    // apt as root downloads as user _apt, which has to enter the folder.
    await chmod(workspace, 0o755);
    const executable = join(directory, 'nats-server');
    await rename(await unpack(workspace), executable);
    return executable;
  } finally {
    await rm(workspace, { recursive: true, force: true });
  }
}
