import type { SourceValues } from './check-environment.ts';
import { type Manifest, nameOf, workloadsOf } from './manifest.ts';

type Source = { name?: string; secretName?: string; key?: string; optional?: boolean };

const KINDS: Readonly<Record<string, string>> = { configMap: 'ConfigMap', secret: 'Secret' };

/** Every ConfigMap, Secret and key that a pod refers to is there, or is listed as created by hand. */
export function checkReferences(manifests: readonly Manifest[], values: SourceValues): string[] {
  return workloadsOf(manifests).flatMap(({ owner, pod }) =>
    referencesOf(pod)
      .flatMap(([kind, source]) => violationsOf(kind, source, values))
      .map((violation) => `${nameOf(owner)}: ${violation}`),
  );
}

function violationsOf(kind: string, source: Source, values: SourceValues): string[] {
  const { name, secretName = name, key, optional } = source;
  const keys = values.get(`${kind}/${secretName}`);
  if (!keys) return optional ? [] : [`there is no ${kind} ${secretName}`];
  const isThere = key === undefined || key in { ...keys.required, ...keys.optional };
  return isThere ? [] : [`${kind} ${secretName} has no ${key}`];
}

/** All references below a part of a pod, in `secret`, `secretRef`, `secretKeyRef` and the like, with the kind they lead to. */
function referencesOf(part: unknown): [kind: string, source: Source][] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([field, member]) => {
    const kind = KINDS[field.replace(/(Key)?Ref$/, '')];
    return kind === undefined ? referencesOf(member) : [[kind, member as Source]];
  });
}
