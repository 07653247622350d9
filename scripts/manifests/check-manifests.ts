import { checkEnvironment, sourceValues } from './check-environment.ts';
import { checkForm } from './check-form.ts';
import { checkNetwork } from './check-network.ts';
import { checkPods } from './check-pods.ts';
import { checkReferences } from './check-references.ts';
import { checkSelection } from './check-selection.ts';
import type { Manifest } from './manifest.ts';
import { listedSecrets } from './secrets.ts';

/**
 * Every check on the manifests of one overlay.
 *
 * @returns a line for each violation; only those of form where there are any, as they would confuse the other checks
 */
export async function checkManifests(manifests: readonly Manifest[]): Promise<string[]> {
  const ofForm = await checkForm(manifests);
  if (ofForm.length > 0) return ofForm;
  const values = sourceValues(manifests, listedSecrets);
  return [
    ...checkSelection(manifests),
    ...checkReferences(manifests, values),
    ...checkEnvironment(manifests, values),
    ...checkPods(manifests),
    ...checkNetwork(manifests),
  ];
}
