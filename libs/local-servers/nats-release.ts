import { hash } from 'node:crypto';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { extract } from 'tar';
import { download } from './download.ts';

/** Where the project publishes its releases. */
const NATS_RELEASES_URL = 'https://github.com/nats-io/nats-server/releases/download';

/** An archive of a release: `v<version>/nats-server-v<version>-<target>.tar.gz`. */
export type NatsRelease = { readonly version: string; readonly target: string; readonly sha256: string };

/**
 * The archives by platform and processor, as Node names them. The checksums that a release publishes lie beside it and would be replaced
 * with it, so the digests are here. Those of Linux are those of the Dockerfiles of github.com/nats-io/nats-docker, those of macOS those of
 * github.com/cashapp/hermit-packages, which has no later 2.12 than 2.12.8; 2.14.5 was released together with 2.12.15.
 */
const ARCHIVES: Readonly<Record<string, NatsRelease>> = {
  'linux-x64': {
    version: '2.12.15',
    target: 'linux-amd64',
    sha256: '58ab8131f819263897e2fc38e503e1b755b63bcafeecc7d12582487df48ca15e',
  },
  'linux-arm64': {
    version: '2.12.15',
    target: 'linux-arm64',
    sha256: 'b724db99fefbf8f5c808baa82819ee50350aee9734017e4a478f7e545cef3ab6',
  },
  'linux-arm': {
    version: '2.12.15',
    target: 'linux-arm7',
    sha256: '72311fe4e14ce3ce22dc8e7ac02633e6f31a9bab4086c92a31fd040e59683c8a',
  },
  'linux-ia32': {
    version: '2.12.15',
    target: 'linux-386',
    sha256: 'e20fd919512273ed8ee553f5076bd76b1fc5e78a3cf83eafed4e0b40582f9b87',
  },
  'linux-s390x': {
    version: '2.12.15',
    target: 'linux-s390x',
    sha256: '5db960be875da499f1354f41c0a7780303fb9644cf62d35022677e77b4178029',
  },
  'darwin-x64': {
    version: '2.14.5',
    target: 'darwin-amd64',
    sha256: 'f95c98d6b6ed2b63c5681b46b092c9585c99767d547cf495730c329234625e96',
  },
  'darwin-arm64': {
    version: '2.14.5',
    target: 'darwin-arm64',
    sha256: 'ddd907854d9a2de834af133fa396915fe6442fe6d8909ae31390d1ea7a0fea50',
  },
};

/**
 * The archive for a platform and processor as Node names them.
 * @throws Error when there is none whose digest is known
 */
export function natsReleaseFor(platform: string, architecture: string): NatsRelease {
  const release = ARCHIVES[`${platform}-${architecture}`];
  if (!release) throw new Error(`no archive for ${platform}-${architecture} whose digest is known`);
  return release;
}

/**
 * Downloads an official release of nats-server and unpacks its executable to `<directory>/nats-server`, if its SHA-256 is the known
 * one. Nothing is left in `directory` when it fails.
 * @param options.releasesUrl base address, of a mirror for example
 * @returns the path of the executable
 * @throws Error with one clear line: not reachable, no such file, truncated, another archive
 */
export async function downloadNatsServer(options: {
  directory: string;
  release: NatsRelease;
  releasesUrl?: string | undefined;
  idleTimeoutMs?: number;
  signal?: AbortSignal | undefined;
}): Promise<string> {
  const { directory, release, releasesUrl = NATS_RELEASES_URL, idleTimeoutMs = 15_000, signal } = options;
  const name = `nats-server-v${release.version}-${release.target}`;
  const url = `${releasesUrl.replace(/\/+$/, '')}/v${release.version}/${name}.tar.gz`;
  await mkdir(directory, { recursive: true });

  const archive = await download(url, { idleTimeoutMs, signal });
  if (hash('sha256', archive) !== release.sha256) throw new Error(`${url} does not have the known SHA-256`);

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
