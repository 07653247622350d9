import type { Held } from './held-values.ts';
import { type Manifest, nameOf, type Workload, workloadsOf } from './manifest.ts';

type Reference = { readonly kind: string; readonly name: string; readonly key?: string; readonly optional: boolean };

/** Every ConfigMap, Secret, key and account that a pod refers to has to be there, or be listed as made elsewhere. */
export function checkReferences(manifests: readonly Manifest[], held: Held): string[] {
  const accounts = manifests.filter(({ kind }) => kind === 'ServiceAccount').map(({ metadata }) => metadata.name);
  return workloadsOf(manifests).flatMap((workload) => {
    const account = workload.pod.serviceAccountName;
    return [
      ...referencesOf(workload).flatMap((reference) => faultOf(reference, held)),
      ...(account && !accounts.includes(account) ? [`there is no ServiceAccount ${account}`] : []),
    ].map((fault) => `${nameOf(workload.owner)}: ${fault}`);
  });
}

function faultOf({ kind, name, key, optional }: Reference, held: Held): string[] {
  const values = held.get(`${kind}/${name}`)?.values;
  if (!values) return optional ? [] : [`there is no ${kind} ${name}, nor is one listed`];
  return key === undefined || key in values ? [] : [`${kind} ${name} has no key ${key}`];
}

function referencesOf({ pod }: Workload): Reference[] {
  const to = (kind: string, source?: { name?: string; secretName?: string; key?: string; optional?: boolean }) => {
    const name = source?.name ?? source?.secretName;
    if (!source || !name) return [];
    return [{ kind, name, optional: source.optional ?? false, ...(source.key ? { key: source.key } : {}) }];
  };
  const containers = [...(pod.initContainers ?? []), ...pod.containers];
  return [
    ...containers.flatMap(({ envFrom = [] }) =>
      (envFrom ?? []).flatMap((source) => [...to('ConfigMap', source.configMapRef), ...to('Secret', source.secretRef)]),
    ),
    ...containers.flatMap(({ env }) =>
      (env ?? []).flatMap(({ valueFrom }) => [
        ...to('ConfigMap', valueFrom?.configMapKeyRef),
        ...to('Secret', valueFrom?.secretKeyRef),
      ]),
    ),
    ...(pod.volumes ?? []).flatMap((volume) => [...to('ConfigMap', volume.configMap), ...to('Secret', volume.secret)]),
  ];
}
