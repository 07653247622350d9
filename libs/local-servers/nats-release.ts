import { hash } from 'node:crypto';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { extract } from 'tar';
import { download } from './download.ts';

/** The release the local stack runs. The newest patch of 2.12 when this was written; any newer 2.x will do. */
export const NATS_SERVER_VERSION = '2.12.15';
/** Where the project publishes its releases. */
const NATS_RELEASES_URL = 'https://github.com/nats-io/nats-server/releases/download';

/**
 * The name, without `.tar.gz`, of the release archive for a platform as Node names it.
 * @throws Error when no archive is published for it
 */
export function releaseName(version: string, platform: string, architecture: string): string {
  const os = { linux: 'linux', darwin: 'darwin', freebsd: 'freebsd' }[platform];
  const cpu = { x64: 'amd64', arm64: 'arm64', arm: 'arm7', ia32: '386', s390x: 's390x' }[architecture];
  if (!os || !cpu) throw new Error(`no release for ${platform}-${architecture}`);
  return `nats-server-v${version}-${os}-${cpu}`;
}

/**
 * The checksum that a `SHA256SUMS` file (the output of `sha256sum`: 64 hex digits, two blanks or blank and `*`, name)
 * gives for `fileName`, in lower case; undefined when it has no well-formed line for that name.
 */
export function checksumFor(sha256sums: string, fileName: string): string | undefined {
  const lines = sha256sums.split(/\r?\n/).map((line) => /^([0-9a-f]{64}) [ *](.+)$/i.exec(line));
  return lines.find((line) => line?.[2] === fileName)?.[1]?.toLowerCase();
}

/**
 * Downloads the official release of nats-server and unpacks its executable to `<directory>/nats-server`, after its
 * SHA-256 was found equal to the one in the `SHA256SUMS` file of the same release. Nothing is left in `directory`
 * when it fails.
 * @param options.releasesUrl base address; files are at `<releasesUrl>/v<version>/<file>`
 * @returns the path of the executable
 * @throws Error with one clear line: not reachable, no such file, truncated, checksum wrong or missing
 */
export async function downloadNatsServer(options: {
  directory: string;
  releasesUrl?: string | undefined;
  version?: string;
  platform?: string;
  architecture?: string;
  idleTimeoutMs?: number;
  signal?: AbortSignal | undefined;
}): Promise<string> {
  const { directory, releasesUrl = NATS_RELEASES_URL, version = NATS_SERVER_VERSION, signal } = options;
  const { platform = process.platform, architecture = process.arch, idleTimeoutMs = 15_000 } = options;
  const name = releaseName(version, platform, architecture);
  const base = `${releasesUrl.replace(/\/+$/, '')}/v${version}`;
  await mkdir(directory, { recursive: true });

  const sums = await download(`${base}/SHA256SUMS`, { idleTimeoutMs, signal });
  const expected = checksumFor(sums.toString(), `${name}.tar.gz`);
  if (!expected) throw new Error(`${base}/SHA256SUMS has no checksum for ${name}.tar.gz`);
  const archive = await download(`${base}/${name}.tar.gz`, { idleTimeoutMs, signal });
  if (hash('sha256', archive) !== expected) {
    throw new Error(`${base}/${name}.tar.gz does not have the SHA-256 its release publishes`);
  }

  const workspace = await mkdtemp(join(directory, '.download-'));
  try {
    extract({ cwd: workspace, strip: 1, sync: true }, [`${name}/nats-server`]).end(archive);
    const executable = join(directory, 'nats-server');
    await rename(join(workspace, 'nats-server'), executable);
    return executable;
  } finally {
    await rm(workspace, { recursive: true, force: true });
  }
}
