import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';
import type { Manifest } from './manifest.ts';

/**
 * What `kubectl kustomize` makes of a folder.
 *
 * @throws Error with kustomize's own words
 */
export async function buildOverlay(kubectl: string, folder: string): Promise<Manifest[]> {
  const options = { maxBuffer: 16 * 1024 * 1024, timeout: 60_000 };
  const { stdout } = await promisify(execFile)(kubectl, ['kustomize', folder], options).catch((cause) => {
    throw new Error(`${folder} cannot be built: ${String(cause.stderr || cause.message).trim()}`, { cause });
  });
  return parseManifests(stdout);
}

/** The objects of a YAML text. @throws Error naming what is no YAML */
export function parseManifests(text: string): Manifest[] {
  return parseAllDocuments(text).map((document) => {
    const [error] = document.errors;
    if (error) throw error;
    return document.toJS({ maxAliasCount: -1 }) as Manifest;
  });
}
