import type { HeldValues } from './check-environment.ts';
import { type Manifest, nameOf, type Workload, workloadsOf } from './manifest.ts';

type Source = { name?: string; secretName?: string; key?: string; optional?: boolean };
type Reference = { readonly kind: string; readonly source: Source };

/** Every ConfigMap, Secret, key and account that a pod refers to is there, or is listed as created by hand. */
export function checkReferences(manifests: readonly Manifest[], held: HeldValues): string[] {
  const accounts = manifests.filter(({ kind }) => kind === 'ServiceAccount').map(({ metadata }) => metadata.name);
  return workloadsOf(manifests).flatMap((workload) => {
    const account = workload.pod.serviceAccountName;
    return [
      ...referencesOf(workload).flatMap((reference) => violationsOf(reference, held)),
      ...(account && !accounts.includes(account) ? [`there is no ServiceAccount ${account}`] : []),
    ].map((violation) => `${nameOf(workload.owner)}: ${violation}`);
  });
}

function violationsOf({ kind, source }: Reference, held: HeldValues): string[] {
  const { key, optional } = source;
  const name = source.name ?? source.secretName;
  const keys = held.get(`${kind}/${name}`);
  if (!keys) return optional ? [] : [`there is no ${kind} ${name}`];
  return key === undefined || key in { ...keys.required, ...keys.optional }
    ? []
    : [`${kind} ${name} has no key ${key}`];
}

function referencesOf({ pod }: Workload): Reference[] {
  const to = (config?: Source, secret?: Source): Reference[] => [
    ...(config ? [{ kind: 'ConfigMap', source: config }] : []),
    ...(secret ? [{ kind: 'Secret', source: secret }] : []),
  ];
  const containers = [...(pod.initContainers ?? []), ...pod.containers];
  return [
    ...containers.flatMap(({ envFrom }) =>
      (envFrom ?? []).flatMap(({ configMapRef, secretRef }) => to(configMapRef, secretRef)),
    ),
    ...containers.flatMap(({ env }) =>
      (env ?? []).flatMap(({ valueFrom }) => to(valueFrom?.configMapKeyRef, valueFrom?.secretKeyRef)),
    ),
    ...(pod.volumes ?? []).flatMap(({ configMap, secret }) => to(configMap, secret)),
  ];
}
