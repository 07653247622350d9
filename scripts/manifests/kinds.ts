import { OPERATOR_SCHEMAS } from './operator-schemas.ts';

/** Groups of the cluster's own API that a package describes under the group's name. */
const KUBERNETES_GROUPS = ['apps', 'autoscaling', 'batch', 'networking.k8s.io', 'policy'];
const PACKAGES: Readonly<Record<string, string>> = {
  'gateway.networking.k8s.io': '@kubernetes-models/gateway-api',
  'keda.sh': '@kubernetes-models/keda',
};

/**
 * The module that describes an API's kinds: their types, and validators that were made of its OpenAPI schema.
 *
 * @returns null for a kind that {@link OPERATOR_SCHEMAS} describes
 * @throws Error for an API that nothing here describes: then nothing would be checked
 */
export function moduleOf(apiVersion: string, kind: string): string | null {
  if (`${apiVersion}/${kind}` in OPERATOR_SCHEMAS) return null;
  if (apiVersion === 'v1') return 'kubernetes-models/v1';
  const [group = ''] = apiVersion.split('/');
  if (KUBERNETES_GROUPS.includes(group)) return `kubernetes-models/${apiVersion}`;
  const name = PACKAGES[group];
  if (name === undefined) throw new Error(`${kind}: nothing here describes ${apiVersion}`);
  return `${name}/${apiVersion}`;
}
