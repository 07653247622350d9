import type { ILabelSelector } from '@kubernetes-models/apimachinery/apis/meta/v1/LabelSelector';
import { selects } from './labels.ts';
import { type Manifest, nameOf, specsOf, workloadsOf } from './manifest.ts';

/** The label by which docs/runbook.md applies one part after another. */
export const STAGE = 'styling/stage';
const STAGES = ['platform', 'provision', 'services', 'operator'];

/**
 * Every service, budget and policy selects some pod: a policy that selects none protects nothing. Where objects are
 * applied in stages, each belongs to one, as an object without a stage would never be applied.
 */
export function checkSelection(manifests: readonly Manifest[]): string[] {
  // Beside a Cluster, whose pods CloudNativePG labels with its name, are those of the NATS chart.
  const operated = specsOf(manifests, 'Cluster').flatMap(({ owner }) => [
    { 'cnpg.io/cluster': owner.metadata.name },
    { 'app.kubernetes.io/name': 'nats' },
  ]);
  const pods = [...workloadsOf(manifests).map(({ labels }) => labels), ...operated];
  const selectors = [
    ...specsOf<{ selector?: Record<string, string> }>(manifests, 'Service').map(({ owner, spec }) => ({
      owner,
      selector: { matchLabels: spec.selector ?? {} },
    })),
    ...['PodDisruptionBudget', 'NetworkPolicy']
      .flatMap((kind) => specsOf<{ selector?: ILabelSelector; podSelector?: ILabelSelector }>(manifests, kind))
      .map(({ owner, spec }) => ({ owner, selector: spec.selector ?? spec.podSelector ?? {} })),
  ];
  const stageOf = ({ metadata }: Manifest) => metadata.labels?.[STAGE];
  return [
    ...selectors
      .filter(({ selector }) => !pods.some((labels) => selects(selector, labels)))
      .map(({ owner }) => `${nameOf(owner)} selects no pod`),
    ...manifests
      .filter((manifest) => manifests.some(stageOf) && !STAGES.includes(stageOf(manifest) ?? ''))
      .map((manifest) => `${nameOf(manifest)} belongs to no stage`),
  ];
}
