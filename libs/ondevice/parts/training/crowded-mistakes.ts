import type { Networks } from '../../models/networks.ts';
import type { ClassifierWeights } from '../classifier-weights.ts';
import { findClasses } from './find-classes.ts';
import type { LabelledCrop } from './labelled-crop.ts';
import type { TrainingPhotograph } from './training-photographs.ts';
import { type Place, whose, withAnotherBehind } from './with-another-behind.ts';

/** Pixels of people behind others, of which some were found to be, and of the persons themselves, of which some were taken for another's. */
export type CrowdedMistakes = { another: number; found: number; own: number; taken: number };

/** No pixels yet. */
export const noCrowd = (): CrowdedMistakes => ({ another: 0, found: 0, own: 0, taken: 0 });

/** Adds to `total` what a classifier of people with these weights finds where a person has another one behind them. */
export async function addCrowdedMistakes(
  total: CrowdedMistakes,
  networks: Networks,
  weights: ClassifierWeights,
  one: TrainingPhotograph,
  own: LabelledCrop,
  other: LabelledCrop,
  place: Place,
): Promise<void> {
  const crowd = withAnotherBehind(own, other, place);
  countCrowded(total, await findClasses(networks, weights, crowd.crop, one), crowd.whose);
}

/** Adds the pixels that are another person's and the person's own, and which of either were found to be another's. */
export function countCrowded(total: CrowdedMistakes, found: Uint8Array, seen: Uint8Array): void {
  for (const [i, one] of seen.entries()) {
    const another = found[i] === whose.another ? 1 : 0;
    if (one === whose.another) {
      total.another++;
      total.found += another;
    } else if (one === whose.own) {
      total.own++;
      total.taken += another;
    }
  }
}
