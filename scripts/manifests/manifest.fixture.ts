export type Manifest = {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
  readonly spec?: unknown;
  readonly data?: Readonly<Record<string, string>>;
};

/** Pods with these labels; all if there are none. */
export type LabelSelector = { readonly matchLabels?: Readonly<Record<string, string>> };

export type Container = {
  readonly image?: string;
  readonly args?: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value?: string }[];
  readonly envFrom?: readonly { readonly configMapRef?: { name: string }; readonly secretRef?: { name: string } }[];
  readonly ports?: readonly { readonly name?: string; readonly containerPort: number }[];
  readonly readinessProbe?: { readonly httpGet?: { readonly path: string } };
  readonly volumeMounts?: readonly { readonly mountPath: string }[];
};

export type Workload = {
  readonly owner: Manifest;
  readonly labels: Readonly<Record<string, string>>;
  readonly pod: { readonly containers: readonly Container[] };
};

/** Selects the parts that deploy/k8s/README.md applies in turn. */
export const STAGE = 'styling/stage';

/** How violations name an object. */
export const nameOf = ({ kind, metadata }: Manifest): string => `${kind} ${metadata.name}`;

/** The objects of a kind, with their specs. */
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

/** Whether a selector picks a pod with these labels. */
export const selects = ({ matchLabels = {} }: LabelSelector, labels: Workload['labels']): boolean =>
  Object.entries(matchLabels).every(([key, value]) => labels[key] === value);

/** Keys of a ConfigMap or Secret that have to be there, and those that may. */
export type Source = {
  readonly required: Readonly<Record<string, string>>;
  readonly optional: Readonly<Record<string, string>>;
};

/** What the manifests' own ConfigMaps and Secrets hold, by `kind/name`. */
export const ownSources = (manifests: readonly Manifest[]): Map<string, Source> =>
  new Map(
    manifests
      .filter(({ kind }) => kind === 'ConfigMap' || kind === 'Secret')
      .map(({ kind, metadata, data = {} }) => {
        const textOf = (value: string) => (kind === 'Secret' ? Buffer.from(value, 'base64').toString() : value);
        const required = Object.fromEntries(Object.entries(data).map(([key, value]) => [key, textOf(value)]));
        return [`${kind}/${metadata.name}`, { required, optional: {} }];
      }),
  );

/** The variables that a container starts with; a later source wins, as in a cluster, and a missing one is left out. */
export function environmentOf(
  { envFrom, env }: Container,
  sources: ReadonlyMap<string, Source>,
  withOptional = true,
): Record<string, string> {
  const given = (envFrom ?? []).map(({ configMapRef, secretRef }) => {
    const source = sources.get(configMapRef ? `ConfigMap/${configMapRef.name}` : `Secret/${secretRef?.name}`);
    return { ...source?.required, ...(withOptional && source?.optional) };
  });
  const own = (env ?? []).map(({ name, value }) => (value === undefined ? {} : { [name]: value }));
  return Object.assign({}, ...given, ...own);
}
