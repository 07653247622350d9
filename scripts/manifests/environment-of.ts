import type { IContainer } from 'kubernetes-models/v1/Container';
import type { Held } from './held-values.ts';

/**
 * The variables a container starts with; a later source wins, as in a cluster. What is referred to and not there is left
 * out: `checkReferences` tells.
 *
 * @param without leaves out the keys of Secrets that need not be there
 */
export function environmentOf(
  container: IContainer,
  held: Held,
  without: 'optional' | 'nothing',
): Record<string, string> {
  const valuesOf = (kind: string, name = ''): Record<string, string> => {
    const { values = {}, optional = [] } = held.get(`${kind}/${name}`) ?? {};
    const wanted = Object.entries(values).filter(([key]) => without === 'nothing' || !optional.includes(key));
    return Object.fromEntries(wanted);
  };
  const environment: Record<string, string> = {};
  for (const { configMapRef, secretRef } of container.envFrom ?? []) {
    Object.assign(environment, configMapRef && valuesOf('ConfigMap', configMapRef.name));
    Object.assign(environment, secretRef && valuesOf('Secret', secretRef.name));
  }
  for (const { name, value, valueFrom } of container.env ?? []) {
    const from = valueFrom?.configMapKeyRef ?? valueFrom?.secretKeyRef;
    const kind = valueFrom?.configMapKeyRef ? 'ConfigMap' : 'Secret';
    const found = from ? valuesOf(kind, from.name)[from.key] : value;
    if (found !== undefined) environment[name] = found;
  }
  return environment;
}
