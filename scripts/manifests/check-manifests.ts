import { checkEnvironment, checkReferences, sourceValues } from './check-environment.ts';
import { checkNetwork } from './check-network.ts';
import { checkSelection } from './check-selection.ts';
import type { Manifest } from './manifest.ts';
import { listedSecrets } from './secrets.ts';

/**
 * Every check on the manifests of one overlay that only this repository can make. Their form, and the security of pods, the cluster
 * checks when they are applied: its namespaces enforce the profile `restricted`.
 *
 * @returns a line for each violation
 */
export function checkManifests(manifests: readonly Manifest[]): string[] {
  const values = sourceValues(manifests, listedSecrets);
  return [
    ...checkSelection(manifests),
    ...checkReferences(manifests, values),
    ...checkEnvironment(manifests, values),
    ...checkNetwork(manifests),
  ];
}
