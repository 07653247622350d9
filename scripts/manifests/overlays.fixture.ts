import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildOverlay, findKubectl } from './kubectl.ts';
import type { Manifest } from './manifest.ts';

/** This repository's root. */
export const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));

/** The manifests of an overlay as they are in the repository. */
export const overlay = (name: string): Manifest[] =>
  buildOverlay(findKubectl(join(REPOSITORY, '.local/bin')), join(REPOSITORY, 'deploy/k8s/overlays', name));
