import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildOverlay } from './build-overlay.ts';
import { findKubectl } from './find-kubectl.ts';
import { type Held, heldValues } from './held-values.ts';
import type { Manifest } from './manifest.ts';
import { readSecretsList } from './secrets-list.ts';

/** This repository's root. */
export const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));
/** The Secrets that whoever installs makes. */
export const SECRETS = readSecretsList(join(REPOSITORY, 'deploy/k8s/secrets.yaml'));

/** The manifests of an overlay as they are in the repository. */
export async function overlay(name: string): Promise<Manifest[]> {
  return buildOverlay(await findKubectl(join(REPOSITORY, '.local/bin')), join(REPOSITORY, 'deploy/k8s/overlays', name));
}

/** A fault to put into one object, by its kind and the beginning of its name. */
export type Break = readonly [kind: string, name: string, change: (object: Breakable) => void];

// biome-ignore lint/suspicious/noExplicitAny: a test reaches into any kind of object to break it
type Breakable = any;

/** The manifests with one of them broken. @throws Error when the one to break is not there */
export function broken(manifests: readonly Manifest[], [kind, name, change]: Break): Manifest[] {
  const copy = structuredClone(manifests) as Manifest[];
  const object = copy.find((one) => one.kind === kind && one.metadata.name.startsWith(name));
  if (!object) throw new Error(`no ${kind} ${name} to break`);
  change(object);
  return copy;
}

/** What their pods can refer to. */
export const held = (manifests: readonly Manifest[]): Held => heldValues(manifests, SECRETS);
