import { type Manifest, nameOf } from './manifest.ts';

/** The label by which docs/runbook.md applies one part after another. */
export const STAGE = 'styling/stage';
const STAGES = ['platform', 'provision', 'services', 'operator'];

/** Where objects are applied in stages, each belongs to one: what belongs to none would never be applied. */
export function checkStages(manifests: readonly Manifest[]): string[] {
  const stageOf = ({ metadata }: Manifest) => metadata.labels?.[STAGE];
  if (!manifests.some(stageOf)) return [];
  return manifests
    .filter((manifest) => !STAGES.includes(stageOf(manifest) ?? ''))
    .map((manifest) => `${nameOf(manifest)} belongs to no stage`);
}
