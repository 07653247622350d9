import { checkEnvironment } from './check-environment.ts';
import { checkFields } from './check-fields.ts';
import { checkFiles } from './check-files.ts';
import { checkImages } from './check-images.ts';
import { checkLifetimes } from './check-lifetimes.ts';
import { checkNetwork } from './check-network.ts';
import { checkPodSecurity } from './check-pod-security.ts';
import { checkPorts } from './check-ports.ts';
import { checkProbes } from './check-probes.ts';
import { checkReferences } from './check-references.ts';
import { checkScaling } from './check-scaling.ts';
import { checkSchemas } from './check-schemas.ts';
import { checkSelectors } from './check-selectors.ts';
import { checkStages } from './check-stages.ts';
import { heldValues } from './held-values.ts';
import type { Manifest } from './manifest.ts';
import type { SecretKeys } from './secrets-list.ts';

/** What the checks need to know beside the manifests. */
export type CheckOptions = {
  /** This repository's root. */
  readonly repository: string;
  readonly secrets: Readonly<Record<string, SecretKeys>>;
  /** Labels of pods that something outside of these manifests makes. */
  readonly elsewhere: readonly Readonly<Record<string, string>>[];
};

/** Every check on one overlay's manifests. @returns a line for each fault */
export async function checkManifests(manifests: readonly Manifest[], options: CheckOptions): Promise<string[]> {
  const { repository, secrets, elsewhere } = options;
  const held = heldValues(manifests, secrets);
  const byForm = [...(await checkSchemas(manifests)), ...(await checkFields(manifests, `${repository}/.local`))];
  // What is not even well-formed would only confuse the others.
  if (byForm.length > 0) return byForm;
  return [
    ...checkSelectors(manifests, elsewhere),
    ...checkReferences(manifests, held),
    ...checkEnvironment(manifests, held),
    ...checkFiles(manifests, held),
    ...checkPorts(manifests, held),
    ...(await checkProbes(manifests)),
    ...checkImages(manifests, repository),
    ...checkLifetimes(manifests, held),
    ...checkPodSecurity(manifests),
    ...checkNetwork(manifests),
    ...checkScaling(manifests),
    ...checkStages(manifests),
  ];
}
