import type { ILabelSelector } from '@kubernetes-models/apimachinery/apis/meta/v1/LabelSelector';
import { selects } from './labels.ts';
import { type Manifest, nameOf, specsOf, workloadsOf } from './manifest.ts';

type Labels = Readonly<Record<string, string>>;
type WithSelector = { selector?: ILabelSelector };

/**
 * Every selector picks what it is meant to pick: a workload its own pods, services, budgets and policies some pod, and
 * names of other objects an object that is there.
 *
 * @param elsewhere labels of pods that something outside of these manifests makes
 */
export function checkSelectors(manifests: readonly Manifest[], elsewhere: readonly Labels[]): string[] {
  const workloads = workloadsOf(manifests);
  const pods = [...workloads.map(({ labels }) => labels), ...operatedPods(manifests), ...elsewhere];
  const isThere = (kind: string, name: string) =>
    manifests.some((one) => one.kind === kind && one.metadata.name === name);

  const own = workloads.flatMap(({ owner, labels }) => {
    const { selector } = owner.spec as WithSelector;
    return selector && !selects(selector, labels) ? [`${nameOf(owner)} does not select its own pods`] : [];
  });
  const picking = [
    ...specsOf<{ selector?: Labels }>(manifests, 'Service').map(({ owner, spec }) => ({
      owner,
      selector: { matchLabels: spec.selector ?? {} },
    })),
    ...specsOf<WithSelector>(manifests, 'PodDisruptionBudget').map(({ owner, spec }) => ({
      owner,
      selector: spec.selector ?? {},
    })),
    ...specsOf<{ podSelector: ILabelSelector }>(manifests, 'NetworkPolicy').map(({ owner, spec }) => ({
      owner,
      selector: spec.podSelector,
    })),
  ];
  const idle = picking
    .filter(({ selector }) => !pods.some((labels) => selects(selector, labels)))
    .map(({ owner }) => `${nameOf(owner)} selects no pod`);
  const dangling = targetsOf(manifests)
    .filter(({ kind, name }) => !isThere(kind, name))
    .map(({ owner, kind, name }) => `${nameOf(owner)} points to ${kind} ${name}, which is not there`);
  return [...own, ...idle, ...dangling];
}

/** CloudNativePG's operator labels its pods with the name of their cluster. */
const operatedPods = (manifests: readonly Manifest[]): Labels[] =>
  manifests.filter(({ kind }) => kind === 'Cluster').map(({ metadata }) => ({ 'cnpg.io/cluster': metadata.name }));

function targetsOf(manifests: readonly Manifest[]): { owner: Manifest; kind: string; name: string }[] {
  type Scaled = { scaleTargetRef: { kind?: string; name: string } };
  type Route = { parentRefs?: { name: string }[]; rules?: { backendRefs?: { name: string }[] }[] };
  return [
    ...['HorizontalPodAutoscaler', 'ScaledObject'].flatMap((scaler) =>
      specsOf<Scaled>(manifests, scaler).map(({ owner, spec: { scaleTargetRef } }) => ({
        owner,
        kind: scaleTargetRef.kind ?? 'Deployment',
        name: scaleTargetRef.name,
      })),
    ),
    ...specsOf<Route>(manifests, 'HTTPRoute').flatMap(({ owner, spec }) => [
      ...(spec.parentRefs ?? []).map(({ name }) => ({ owner, kind: 'Gateway', name })),
      ...(spec.rules ?? []).flatMap(({ backendRefs = [] }) =>
        backendRefs.map(({ name }) => ({ owner, kind: 'Service', name })),
      ),
    ]),
    ...specsOf<{ cluster: { name: string } }>(manifests, 'ScheduledBackup').map(({ owner, spec }) => ({
      owner,
      kind: 'Cluster',
      name: spec.cluster.name,
    })),
  ];
}
