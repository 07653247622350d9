import type { Networks } from '../../models/networks.ts';
import { type Plane, sampleGrid } from '../../pixels/plane.ts';
import type { ClassifierWeights } from '../classifier-weights.ts';
import { classify, partSide } from '../classify.ts';
import { labelSide } from './label-maps.ts';
import { levelsOf } from './samples.ts';
import type { TrainingPhotograph } from './training-photographs.ts';

/**
 * The most likely class of each pixel of a labelled region, `labelSide` x `labelSide`, as the engine finds it: from the region's crop and from
 * its mirror image.
 */
export async function findClasses(
  networks: Networks,
  weights: ClassifierWeights,
  crop: Float32Array,
  { region, head }: Pick<TrainingPhotograph, 'region' | 'head'>,
): Promise<Uint8Array> {
  const look = async (mirrored: boolean) => {
    const levels = await levelsOf(networks, crop, head, { region, mirrored });
    return classify(weights, levels.slice(0, -1), levels.at(-1)!.values);
  };
  return mostLikely(await look(false), await look(true));
}

/** The number of the part whose planes, `partSide` x `partSide` and in the mirror image, have the largest sum. */
export function mostLikely(seen: readonly Plane[], reflected: readonly Plane[]): Uint8Array {
  return Uint8Array.from({ length: labelSide * labelSide }, (_, i) => {
    const u = ((i % labelSide) + 0.5) / labelSide;
    const v = (Math.floor(i / labelSide) + 0.5) / labelSide;
    const likely = seen.map(
      (plane, part) => sampleGrid(plane, partSide, u, v) + sampleGrid(reflected[part]!, partSide, 1 - u, v),
    );
    return likely.indexOf(Math.max(...likely));
  });
}
