import { checkEnvironment, heldValues } from './check-environment.ts';
import { checkForm } from './check-form.ts';
import { checkNetwork } from './check-network.ts';
import { checkPodSecurity } from './check-pod-security.ts';
import { checkPorts } from './check-ports.ts';
import { checkProbes } from './check-probes.ts';
import { checkReferences } from './check-references.ts';
import { checkSelection } from './check-selection.ts';
import type { Manifest } from './manifest.ts';
import type { SecretKeys } from './secrets.ts';

/** What the checks need to know besides the manifests. */
export type CheckOptions = {
  readonly secrets: Readonly<Record<string, SecretKeys>>;
  /** Labels of pods that something outside of these manifests creates. */
  readonly elsewhere: readonly Readonly<Record<string, string>>[];
};

/** Every check on the manifests of one overlay. @returns a line for each violation */
export async function checkManifests(manifests: readonly Manifest[], options: CheckOptions): Promise<string[]> {
  const held = heldValues(manifests, options.secrets);
  const ofForm = await checkForm(manifests);
  // What is not even well-formed would only confuse the other checks.
  if (ofForm.length > 0) return ofForm;
  return [
    ...checkSelection(manifests, options.elsewhere),
    ...checkReferences(manifests, held),
    ...(await checkEnvironment(manifests, held)),
    ...checkPorts(manifests, held),
    ...(await checkProbes(manifests)),
    ...checkPodSecurity(manifests),
    ...checkNetwork(manifests),
  ];
}
