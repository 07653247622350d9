import type { Manifest } from './manifest.ts';
import type { SecretKeys } from './secrets-list.ts';

/** What ConfigMaps and Secrets hold, by `kind/name`. */
export type Held = ReadonlyMap<string, HeldValues>;

type HeldValues = { readonly values: Readonly<Record<string, string>>; readonly optional: readonly string[] };

/**
 * Everything a pod of these manifests can refer to: their own ConfigMaps and Secrets, and the Secrets that are listed as
 * made by whoever installs, with the examples as their values.
 */
export function heldValues(manifests: readonly Manifest[], secrets: Readonly<Record<string, SecretKeys>>): Held {
  const listed = Object.entries(secrets).map(([name, { required, optional }]) => {
    const held = { values: { ...required, ...optional }, optional: Object.keys(optional) };
    return [`Secret/${name}`, held] as const;
  });
  const own = manifests
    .filter(({ kind }) => kind === 'ConfigMap' || kind === 'Secret')
    .map(({ kind, metadata, data = {} }) => {
      const values = kind === 'Secret' ? decoded(data) : data;
      return [`${kind}/${metadata.name}`, { values, optional: [] }] as const;
    });
  return new Map<string, HeldValues>([...listed, ...own]);
}

const decoded = (data: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(data).map(([key, value]) => [key, Buffer.from(value, 'base64').toString()]));
