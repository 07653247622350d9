import { type LabelSelector, type Manifest, nameOf, selects, specsOf, type Workload, workloadsOf } from './manifest.ts';

/** The label by which deploy/k8s/README.md applies one part after another. */
export const STAGE = 'styling/stage';
const STAGES = ['platform', 'provision', 'services', 'operator'];

type Port = string | number;
type Selection = { readonly owner: Manifest; readonly selector: LabelSelector; readonly ports: readonly Port[] };
type ServiceSpec = { selector?: Record<string, string>; ports?: { port: number; targetPort?: Port }[] };
type PolicySpec = { podSelector: LabelSelector; ingress?: { ports?: { port?: Port }[] }[] };

/**
 * Every service, budget and policy selects some pod, and ports that it has: a policy that selects none protects nothing.
 * Where objects are applied in stages, each belongs to one, as an object without a stage would never be applied.
 */
export function checkSelection(manifests: readonly Manifest[]): string[] {
  const workloads = workloadsOf(manifests);
  // Beside a Cluster, whose pods CloudNativePG labels with its name, are those of the NATS chart.
  const operated = specsOf(manifests, 'Cluster').flatMap(({ owner }) => [
    { 'cnpg.io/cluster': owner.metadata.name },
    { 'app.kubernetes.io/name': 'nats' },
  ]);
  const stageOf = ({ metadata }: Manifest) => metadata.labels?.[STAGE];
  return [
    ...selectionsOf(manifests).flatMap(({ owner, selector, ports }) => {
      const selected = workloads.filter(({ labels }) => selects(selector, labels));
      if (selected.length === 0 && !operated.some((labels) => selects(selector, labels))) {
        return [`${nameOf(owner)} selects no pod`];
      }
      return selected.flatMap((workload) =>
        ports
          .filter((port) => !hasPort(workload, port))
          .map((port) => `${nameOf(owner)}: ${nameOf(workload.owner)} has no port ${port}`),
      );
    }),
    ...manifests
      .filter((manifest) => manifests.some(stageOf) && !STAGES.includes(stageOf(manifest) ?? ''))
      .map((manifest) => `${nameOf(manifest)} belongs to no stage`),
  ];
}

const selectionsOf = (manifests: readonly Manifest[]): Selection[] => [
  ...specsOf<ServiceSpec>(manifests, 'Service').map(({ owner, spec: { selector = {}, ports = [] } }) => ({
    owner,
    selector: { matchLabels: selector },
    ports: ports.map(({ port, targetPort = port }) => targetPort),
  })),
  ...specsOf<PolicySpec>(manifests, 'NetworkPolicy').map(({ owner, spec: { podSelector, ingress = [] } }) => ({
    owner,
    selector: podSelector,
    ports: ingress.flatMap(({ ports = [] }) => ports.flatMap(({ port = [] }) => port)),
  })),
  ...specsOf<{ selector: LabelSelector }>(manifests, 'PodDisruptionBudget').map(({ owner, spec: { selector } }) => ({
    owner,
    selector,
    ports: [],
  })),
];

const hasPort = ({ pod }: Workload, port: Port): boolean =>
  pod.containers.some(({ ports }) => ports?.some(({ name, containerPort }) => [name, containerPort].includes(port)));
