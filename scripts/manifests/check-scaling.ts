import { EVENTS_STREAM } from '@styling/contracts';
import { type Manifest, nameOf, servicesOf, specsOf } from './manifest.ts';

/** Services that work on what waits in the log: each names its consumer as itself. */
const WORKERS = ['tryon', 'analysis', 'style'];

type Scaler = {
  scaleTargetRef: { name: string };
  minReplicaCount?: number;
  triggers: { type: string; metadata: Record<string, string> }[];
};

/**
 * Every service has a budget for disruptions. Where there are autoscalers, each worker has one on the lag of its own
 * consumer, none goes to zero (the first request would wait for a pod), and who is scaled does not set its own number.
 */
export function checkScaling(manifests: readonly Manifest[]): string[] {
  const services = servicesOf(manifests);
  const names = services.map(({ owner }) => owner.metadata.name);
  const budgets = specsOf<{ selector: { matchLabels?: Record<string, string> } }>(manifests, 'PodDisruptionBudget');
  const unguarded = services
    .filter(({ labels }) => {
      const name = labels['app.kubernetes.io/name'];
      return !budgets.some(({ spec }) => spec.selector.matchLabels?.['app.kubernetes.io/name'] === name);
    })
    .map(({ owner }) => `${nameOf(owner)} has no PodDisruptionBudget`);

  const scalers = specsOf<Scaler>(manifests, 'ScaledObject');
  const scaled = [...scalers, ...specsOf<Scaler>(manifests, 'HorizontalPodAutoscaler')];
  if (scaled.length === 0) return unguarded;
  const unscaled = ['gateway', ...WORKERS]
    .filter((name) => names.includes(name) && !scaled.some(({ spec }) => spec.scaleTargetRef.name === name))
    .map((name) => `Deployment ${name} is not scaled`);
  const fixed = services
    .filter(({ owner }) => scaled.some(({ spec }) => spec.scaleTargetRef.name === owner.metadata.name))
    .filter(({ owner }) => (owner.spec as { replicas?: number }).replicas !== undefined)
    .map(({ owner }) => `${nameOf(owner)} sets a number of replicas, and so does its autoscaler`);
  return [...unguarded, ...unscaled, ...fixed, ...scalers.flatMap(({ owner, spec }) => scalerFaults(owner, spec))];
}

function scalerFaults(owner: Manifest, { scaleTargetRef, minReplicaCount, triggers }: Scaler): string[] {
  const faults = triggers.flatMap(({ type, metadata }) => [
    ...(type === 'nats-jetstream' ? [] : [`has a trigger ${type}`]),
    ...(metadata.stream === EVENTS_STREAM ? [] : [`looks at stream ${metadata.stream}`]),
    ...(metadata.consumer === scaleTargetRef.name && WORKERS.includes(scaleTargetRef.name)
      ? []
      : [`looks at consumer ${metadata.consumer}`]),
  ]);
  return [...faults, ...((minReplicaCount ?? 0) > 0 ? [] : ['goes to zero'])].map(
    (fault) => `${nameOf(owner)} ${fault}`,
  );
}
