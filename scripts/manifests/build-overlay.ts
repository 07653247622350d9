import { execFileSync } from 'node:child_process';
import { parseAllDocuments } from 'yaml';
import type { Manifest } from './manifest.ts';

/**
 * The objects that `kubectl kustomize` builds from a folder.
 *
 * @throws Error with kustomize's message
 */
export function buildOverlay(kubectl: string, folder: string): Manifest[] {
  const output = execFileSync(kubectl, ['kustomize', folder], { encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 });
  return parseAllDocuments(output).map((document) => document.toJS({ maxAliasCount: -1 }) as Manifest);
}
