import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { inSteps } from './download-progress.ts';
import { unpackDebianNatsServer } from './nats-debian.ts';
import { downloadNatsServer, NATS_SERVER_VERSION } from './nats-release.ts';

/** 2.9 is the oldest server that has all features of streams used here. */
const OLDEST_MINOR = 9;

/** A place to take an executable from: `take` returns its path or throws an Error of one line. */
export type Source = { readonly name: string; readonly take: () => Promise<string> };

/** Where fetched executables are kept: `.local/bin` of this repository. */
export const DEFAULT_BIN_DIR = fileURLToPath(new URL('../../.local/bin', import.meta.url));

/**
 * A nats-server executable that runs here: the one on PATH, else one fetched earlier into `binDir`, else the official
 * release, else the distribution's package, both unpacked into `binDir`.
 * @param options.natsReleasesUrl a mirror of the project's releases
 * @param options.notify called with one line for each attempt and its progress
 * @returns its path, or the bare name when it is on PATH
 * @throws Error of one line that names all sources and why each failed
 */
export async function findNatsServer(
  options: { binDir?: string; natsReleasesUrl?: string; notify?: (line: string) => void; signal?: AbortSignal } = {},
): Promise<string> {
  const { binDir = DEFAULT_BIN_DIR, natsReleasesUrl: releasesUrl, notify = () => undefined, signal } = options;
  const what = `nats-server ${NATS_SERVER_VERSION}`;
  const release = async () => {
    notify(`downloading ${what} …`);
    return downloadNatsServer({
      directory: binDir,
      onProgress: inSteps((progress) => notify(`downloading ${what} … ${progress}`)),
      ...(releasesUrl ? { releasesUrl } : {}),
      ...(signal ? { signal } : {}),
    }).catch((error: Error) => {
      notify(`download failed: ${error.message}`);
      throw error;
    });
  };
  const distribution = async () => {
    notify("fetching the distribution's nats-server …");
    return unpackDebianNatsServer(binDir, signal);
  };
  return firstAvailable(
    'nats-server',
    [
      { name: 'PATH', take: () => runnable('nats-server') },
      { name: binDir, take: () => runnable(join(binDir, 'nats-server')) },
      { name: 'official release', take: async () => runnable(await release()) },
      { name: 'distribution package', take: async () => runnable(await distribution()) },
    ],
    signal,
  );
}

/**
 * The executable of the first source that has one.
 * @throws Error of one line with the reason of every failure
 */
export async function firstAvailable(what: string, sources: readonly Source[], signal?: AbortSignal): Promise<string> {
  const reasons: string[] = [];
  for (const { name, take } of sources) {
    try {
      return await take();
    } catch (error) {
      signal?.throwIfAborted();
      reasons.push(`${name}: ${(error as Error).message}`);
    }
  }
  throw new Error(`no ${what} found (${reasons.join('; ')}); put one on PATH and try again`);
}

async function runnable(executable: string): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(executable, ['--version'], { timeout: 10_000 }).catch(
    (cause) => {
      throw new Error(cause.code === 'ENOENT' ? 'not found' : `${executable} does not run`, { cause });
    },
  );
  const [, minor] = /nats-server: v2\.(\d+)\./.exec(stdout + stderr) ?? [];
  if (!minor || Number(minor) < OLDEST_MINOR)
    throw new Error(`${executable} is not nats-server 2.${OLDEST_MINOR} or newer`);
  return executable;
}
