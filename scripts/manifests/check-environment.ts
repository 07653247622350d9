import { type Container, isOurs, type Manifest, nameOf, workloadsOf } from './manifest.ts';
import { environmentViolations, type SecretKeys } from './programs.ts';

/** Contents of ConfigMaps and Secrets, by `kind/name`. */
export type SourceValues = ReadonlyMap<string, SecretKeys>;

/**
 * Everything that a pod of these manifests can refer to: their own ConfigMaps and Secrets, and the Secrets that are created
 * at installation, with the examples as their values.
 */
export function sourceValues(
  manifests: readonly Manifest[],
  secrets: Readonly<Record<string, SecretKeys>>,
): SourceValues {
  const listed = Object.entries(secrets).map(([name, keys]) => [`Secret/${name}`, keys] as const);
  const own = manifests
    .filter(({ kind }) => kind === 'ConfigMap' || kind === 'Secret')
    .map(({ kind, metadata, data = {} }) => {
      const required = kind === 'Secret' ? decoded(data) : data;
      return [`${kind}/${metadata.name}`, { required, optional: {} }] as const;
    });
  return new Map([...listed, ...own]);
}

const decoded = (data: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(data).map(([key, value]) => [key, Buffer.from(value, 'base64').toString()]));

/**
 * The variables that a container starts with; a later source wins, as in a cluster. A missing source is left out:
 * `checkReferences` reports it.
 *
 * @param without leaves out the optional keys of Secrets
 */
export function environmentOf(
  { envFrom, env }: Container,
  values: SourceValues,
  without: 'optional' | 'nothing',
): Record<string, string> {
  const valuesOf = (kind: string, name = '') => {
    const { required = {}, optional = {} } = values.get(`${kind}/${name}`) ?? {};
    return without === 'nothing' ? { ...required, ...optional } : required;
  };
  const sources = (envFrom ?? []).map(({ configMapRef, secretRef }) => ({
    ...(configMapRef && valuesOf('ConfigMap', configMapRef.name)),
    ...(secretRef && valuesOf('Secret', secretRef.name)),
  }));
  const own = (env ?? []).map(({ name, value }) => (value === undefined ? {} : { [name]: value }));
  return Object.assign({}, ...sources, ...own);
}

/**
 * Every variable that a container of ours gets is one that its program reads, and the program can start with them: with
 * every Secret complete, and without the keys that are optional.
 */
export function checkEnvironment(manifests: readonly Manifest[], values: SourceValues): string[] {
  const violations = new Set<string>();
  for (const { owner, pod } of workloadsOf(manifests).filter(isOurs)) {
    for (const container of pod.containers) {
      for (const without of ['nothing', 'optional'] as const) {
        const environment = environmentOf(container, values, without);
        const found = environmentViolations((container.args ?? []).join(' '), environment);
        found.push(...portViolations(container, environment));
        for (const violation of found) violations.add(`${nameOf(owner)}: ${violation}`);
      }
    }
  }
  return [...violations];
}

const PORT_VARIABLES: Readonly<Record<string, string>> = { health: 'HEALTH_PORT', http: 'PORT' };

const portViolations = ({ ports = [] }: Container, environment: Readonly<Record<string, string>>): string[] =>
  ports
    .map(({ name = '', containerPort }) => ({ name, containerPort, listens: environment[PORT_VARIABLES[name] ?? ''] }))
    .filter(({ containerPort, listens }) => listens !== String(containerPort))
    .map(({ name, listens }) => `the program does not listen on port ${name}, but on ${listens}`);

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
