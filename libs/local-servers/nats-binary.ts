import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { unpackDebianNatsServer } from './nats-debian.ts';
import { downloadNatsServer, natsReleaseFor } from './nats-release.ts';

/** 2.9 is the oldest server that has all features of streams used here. */
const OLDEST_MINOR = 9;

/** Where a fetched executable is kept. */
const DEFAULT_BIN_DIR = fileURLToPath(new URL('../../.local/bin', import.meta.url));

/**
 * A nats-server executable that runs here: the one on PATH, else one fetched earlier into `binDir`, else the official
 * release, else the distribution's package, both unpacked into `binDir`.
 * @param options.binDir default: `.local/bin` of this repository
 * @param options.natsReleasesUrl a mirror of the project's releases
 * @param options.notify called with one line for each attempt to fetch it
 * @returns its path, or the bare name when it is on PATH
 * @throws Error of one line that names all sources and why each failed
 */
export async function findNatsServer(
  options: {
    binDir?: string;
    natsReleasesUrl?: string | undefined;
    notify?: (line: string) => void;
    signal?: AbortSignal | undefined;
  } = {},
): Promise<string> {
  const { binDir = DEFAULT_BIN_DIR, natsReleasesUrl: releasesUrl, notify = () => undefined, signal } = options;
  const failures: string[] = [];
  const sources = {
    PATH: () => 'nats-server',
    [binDir]: () => join(binDir, 'nats-server'),
    'official release': () => {
      const release = natsReleaseFor(process.platform, process.arch);
      notify(`downloading nats-server ${release.version} …`);
      return downloadNatsServer({ directory: binDir, release, releasesUrl, signal });
    },
    'distribution package': () => {
      notify("the official release cannot be had here; fetching the distribution's nats-server …");
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
