import { type Manifest, nameOf } from './manifest.ts';
import { OPERATOR_FIELDS } from './operator-fields.ts';

type Kind = { prototype: { validate(): void } };

/** Groups of the cluster's own API that a package describes under the group's name. */
const KUBERNETES_GROUPS = ['apps', 'autoscaling', 'batch', 'networking.k8s.io', 'policy'];
const PACKAGES: Readonly<Record<string, string>> = {
  'gateway.networking.k8s.io': '@kubernetes-models/gateway-api',
  'keda.sh': '@kubernetes-models/keda',
};

/** The module with the validators of an API's kinds. @throws Error where there is none: nothing would be checked */
function moduleOf(apiVersion: string): string {
  const [group = ''] = apiVersion.split('/');
  if (apiVersion === 'v1' || KUBERNETES_GROUPS.includes(group)) return `kubernetes-models/${apiVersion}`;
  if (PACKAGES[group] === undefined) throw new Error(`no schema of ${apiVersion}`);
  return `${PACKAGES[group]}/${apiVersion}`;
}

/** Validates each object by the schema of its kind, and refuses fields that the schema does not have. */
export async function checkForm(manifests: readonly Manifest[]): Promise<string[]> {
  const violations = manifests.map(async (manifest) => {
    const { apiVersion, kind } = manifest;
    const known = OPERATOR_FIELDS[`${apiVersion}/${kind}`];
    const found = known
      ? leaves(manifest.spec).filter((path) => !known.some((one) => matches(one, path)))
      : await schemaViolations(manifest, (await import(moduleOf(apiVersion)))[kind]);
    return found.map((violation) => `${nameOf(manifest)}: ${known ? 'unknown field ' : ''}${violation}`);
  });
  return (await Promise.all(violations)).flat();
}

/**
 * The schemas leave objects open, but a cluster drops a field that it does not know. A generated validator reads every
 * property that its schema has, so one that is never read is unknown.
 */
async function schemaViolations(manifest: Manifest, kind: Kind | undefined): Promise<string[]> {
  if (!kind) return [`${manifest.apiVersion} has no such kind`];
  const read = new Set<string>();
  try {
    kind.prototype.validate.call(recordingReads(unwrapped(manifest), [], read));
  } catch (error) {
    return [(error as Error).message];
  }
  return leaves(manifest)
    .filter((path) => !read.has(path))
    .map((path) => `unknown field ${path}`);
}

/** An object that notes the path of every property that is read of it, at any depth. */
const recordingReads = <Value extends object>(value: Value, path: readonly string[], read: Set<string>): Value =>
  new Proxy(value, {
    get(target, key) {
      const found: unknown = Reflect.get(target, key);
      if (typeof key === 'symbol') return found;
      const at = [...path, key];
      read.add(at.join('.'));
      return typeof found === 'object' && found !== null ? recordingReads(found, at, read) : found;
    },
  });

/** Paths of all that has no members, e.g. `spec.ports.0.name`. */
function leaves(value: unknown, path: readonly string[] = []): string[] {
  const members = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return members.length === 0 ? [path.join('.')] : members.flatMap(([key, member]) => leaves(member, [...path, key]));
}

const matches = (pattern: string, path: string): boolean =>
  new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.+')}$`).test(path);

/** Kustomize breaks the lines of a long secret, which every cluster takes and the schema's `byte` does not. */
function unwrapped(manifest: Manifest): Manifest {
  if (manifest.kind !== 'Secret' || !manifest.data) return manifest;
  const data = Object.entries(manifest.data).map(([key, value]) => [key, value.replace(/\s/g, '')]);
  return { ...manifest, data: Object.fromEntries(data) };
}
