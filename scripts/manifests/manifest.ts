import type { IPodSpec } from 'kubernetes-models/v1/PodSpec';

/** An object as it is sent to a cluster; what `spec` holds depends on the kind. */
export type Manifest = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string>>;
  };
  readonly spec?: unknown;
  readonly data?: Readonly<Record<string, string>>;
};

/** What runs pods, and how they look. */
export type Workload = {
  readonly owner: Manifest;
  readonly labels: Readonly<Record<string, string>>;
  readonly pod: IPodSpec;
};

/** How a violation names its object. */
export const nameOf = ({ kind, metadata }: Manifest): string => `${kind} ${metadata.name}`;

/** The objects of a kind, with their specs as that kind has them. */
export const specsOf = <Spec>(manifests: readonly Manifest[], kind: string): { owner: Manifest; spec: Spec }[] =>
  manifests.filter((one) => one.kind === kind).map((owner) => ({ owner, spec: owner.spec as Spec }));

/** Everything that runs pods. */
export const workloadsOf = (manifests: readonly Manifest[]): Workload[] =>
  ['Deployment', 'StatefulSet', 'Job'].flatMap((kind) =>
    specsOf<{ template: { metadata?: { labels?: Record<string, string> }; spec: IPodSpec } }>(manifests, kind).map(
      ({ owner, spec }) => ({ owner, labels: spec.template.metadata?.labels ?? {}, pod: spec.template.spec }),
    ),
  );

/** Whether a program of this repository runs in it, by the one image that all of them share. */
export const isOurs = ({ pod }: Workload): boolean => /(^|\/)styling:/.test(pod.containers[0]?.image ?? '');

/** Our services: what takes requests, works on them, or answers queries about them. */
export const servicesOf = (manifests: readonly Manifest[]): Workload[] =>
  workloadsOf(manifests).filter((one) => isOurs(one) && one.owner.metadata.labels?.['styling/stage'] === 'services');
