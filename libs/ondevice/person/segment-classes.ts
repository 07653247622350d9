// biome-ignore-all lint/style/noNonNullAssertion: every index is in range by construction
import type { RgbImage } from '@styling/imaging';
import { cropRegion, wholeImage } from '../models/crop.ts';
import { segmentationClasses, segmentationSide as side } from '../models/load-segmentation.ts';
import type { Networks } from '../models/networks.ts';
import { type Plane, type Size, sampleGrid } from '../pixels/plane.ts';
import { label } from './labels.ts';

/** How likely a pixel shows each class, 0..1: a plane a class over the whole image, 256 x 256. */
export type ClassBeliefs = Readonly<Record<(typeof segmentationClasses)[number], Plane>>;

/** Runs the operator's segmentation network, if there is one. */
export async function segmentClasses({ segmentation }: Networks, image: RgbImage): Promise<ClassBeliefs | undefined> {
  if (!segmentation) return undefined;
  const [values] = await segmentation(cropRegion(image, wholeImage(image), side, 0, 1));
  if (!values) throw new Error('segmentation network returned no values');
  const shares = toShares(values);
  const planes = segmentationClasses.map((name, k) => [
    name,
    Float32Array.from({ length: side * side }, (_, i) => shares[i * segmentationClasses.length + k]!),
  ]);
  return Object.fromEntries(planes) as ClassBeliefs;
}

/** Probabilities per pixel. Some models end in a softmax, others return logits: values that do not sum to 1 are treated as logits. */
function toShares(values: Float32Array): Float32Array {
  const count = segmentationClasses.length;
  const shares = Float32Array.from(values);
  for (let at = 0; at < shares.length; at += count) {
    let [sum, least, most] = [0, 0, Number.NEGATIVE_INFINITY];
    for (let k = at; k < at + count; k++) {
      sum += shares[k]!;
      least = Math.min(least, shares[k]!);
      most = Math.max(most, shares[k]!);
    }
    if (least >= 0 && Math.abs(sum - 1) < 0.02) continue;
    let total = 0;
    for (let k = at; k < at + count; k++) total += shares[k] = Math.exp(shares[k]! - most);
    for (let k = at; k < at + count; k++) shares[k]! /= total;
  }
  return shares;
}

/** How likely a pixel is of a person, 0..1, 256 x 256. */
export const personOf = ({ background }: ClassBeliefs): Plane => background.map((value) => 1 - value);

/** A network may be wrong where position and colour are certain. */
const leastBelief = 0.04;
/** Prior of skin where the network is sure of it. */
const seenSkin = 0.3;
/** A class that is less likely than this is no place to learn a label's colours from. */
const leastForSeed = 0.3;

/**
 * Applies the network's classes to the `priors` (one plane per label) and removes seeds that contradict them; both are changed
 * in place.
 */
export function weighByClasses(classes: ClassBeliefs, size: Size, priors: readonly Plane[], seeds: Uint8Array): void {
  const { hair, bodySkin, faceSkin, clothes, others } = classes;
  const skin = bodySkin.map((value, i) => value + faceSkin[i]!);
  // Some networks classify shoes neither as cloth nor as skin: the class "others" counts for them, too.
  const worn = clothes.map((value, i) => value + others[i]!);
  const grids = new Map<number, Plane>([
    [label.hair, hair],
    [label.skin, skin],
    [label.top, clothes],
    [label.bottom, clothes],
    [label.shoes, worn],
  ]);
  for (const [which, grid] of grids) {
    const prior = priors[which]!;
    for (let i = 0; i < prior.length; i++) {
      const u = ((i % size.width) + 0.5) / size.width;
      const v = (Math.floor(i / size.width) + 0.5) / size.height;
      const belief = sampleGrid(grid, side, u, v);
      // The network may see skin where the pose expects none.
      const expected = which === label.skin ? Math.max(prior[i]!, seenSkin * belief) : prior[i]!;
      prior[i] = expected * (leastBelief + (1 - leastBelief) * belief);
      if (seeds[i] === which && belief < leastForSeed) seeds[i] = 0;
    }
  }
}
