import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { inSteps } from './download-progress.ts';
import { unpackDebianNatsServer } from './nats-debian.ts';
import { downloadNatsServer, NATS_SERVER_VERSION } from './nats-release.ts';

/** 2.9 is the oldest server whose streams can do what is asked of them here. */
const OLDEST_MINOR = 9;

/** A way to come by an executable: its path, or an Error with one line that says why this way is closed. */
export type Road = { readonly name: string; readonly take: () => Promise<string> };

/** Where what was fetched is kept: `.local/bin` of this repository. */
export const DEFAULT_BIN_DIR = fileURLToPath(new URL('../../.local/bin', import.meta.url));

/**
 * A nats-server executable that runs here: the one on PATH, else one fetched earlier into `binDir`, else the official
 * release, else the distribution's package, both unpacked into `binDir`.
 * @param options.natsReleasesUrl a mirror of the project's releases
 * @param options.notify told, in one line each, what is tried and how far it is
 * @returns its path, or the bare name when it is on PATH
 * @throws Error naming all roads and why each is closed
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
      notify(`could not: ${error.message}`);
      throw error;
    });
  };
  const distribution = async () => {
    notify("fetching the distribution's nats-server …");
    return unpackDebianNatsServer(binDir, signal);
  };
  return firstOpenRoad(
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
 * What the first road that is open leads to.
 * @throws Error of one line with the reason of every closed road
 */
export async function firstOpenRoad(what: string, roads: readonly Road[], signal?: AbortSignal): Promise<string> {
  const reasons: string[] = [];
  for (const { name, take } of roads) {
    try {
      return await take();
    } catch (error) {
      signal?.throwIfAborted();
      reasons.push(`${name}: ${(error as Error).message}`);
    }
  }
  throw new Error(`no ${what} to be had (${reasons.join('; ')}); put one on PATH and try again`);
}

async function runnable(executable: string): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(executable, ['--version'], { timeout: 10_000 }).catch(
    (cause) => {
      throw new Error(cause.code === 'ENOENT' ? 'not there' : `${executable} does not run`, { cause });
    },
  );
  const [, minor] = /nats-server: v2\.(\d+)\./.exec(stdout + stderr) ?? [];
  if (!minor || Number(minor) < OLDEST_MINOR)
    throw new Error(`${executable} is no nats-server 2.${OLDEST_MINOR} or newer`);
  return executable;
}
