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

/** Which pods are meant. */
export type LabelSelector = {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly unknown[];
};

/** A container of a pod, as far as it is read here. */
export type Container = {
  readonly image?: string;
  readonly args?: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value?: string }[];
  readonly envFrom?: readonly { readonly configMapRef?: { name: string }; readonly secretRef?: { name: string } }[];
  readonly ports?: readonly { readonly name?: string; readonly containerPort: number }[];
  readonly readinessProbe?: { readonly httpGet?: { readonly path: string } };
  readonly volumeMounts?: readonly { readonly mountPath: string }[];
};

/** An owner of pods, with their template. */
export type Workload = {
  readonly owner: Manifest;
  readonly labels: Readonly<Record<string, string>>;
  readonly pod: { readonly containers: readonly Container[] };
};

/** Name of an object in violations. */
export const nameOf = ({ kind, metadata }: Manifest): string => `${kind} ${metadata.name}`;

/** The objects of a kind, with their specs as that kind has them. */
export const specsOf = <Spec>(manifests: readonly Manifest[], kind: string): { owner: Manifest; spec: Spec }[] =>
  manifests.filter((one) => one.kind === kind).map((owner) => ({ owner, spec: owner.spec as Spec }));

/** Everything that runs pods. */
export const workloadsOf = (manifests: readonly Manifest[]): Workload[] =>
  ['Deployment', 'StatefulSet', 'Job'].flatMap((kind) =>
    specsOf<{ template: { metadata?: { labels?: Record<string, string> }; spec: Workload['pod'] } }>(
      manifests,
      kind,
    ).map(({ owner, spec }) => ({ owner, labels: spec.template.metadata?.labels ?? {}, pod: spec.template.spec })),
  );

/** Whether a program of this repository runs in it, by the one image that all of them share. */
export const isOurs = ({ pod }: Workload): boolean => /(^|\/)styling:/.test(pod.containers[0]?.image ?? '');

/** Whether a selector picks a pod with these labels; an empty one picks every pod. @throws Error for expressions */
export function selects({ matchLabels = {}, matchExpressions }: LabelSelector, labels: Workload['labels']): boolean {
  if (matchExpressions) throw new Error('pods are selected by matchLabels here, not by matchExpressions');
  return Object.entries(matchLabels).every(([key, value]) => labels[key] === value);
}
