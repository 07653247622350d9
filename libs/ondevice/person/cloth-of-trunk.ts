// biome-ignore-all lint/style/noNonNullAssertion: every index is in range by construction
import { partsOver, type SeenParts } from '../parts/see-parts.ts';
import type { Plane, Size } from '../pixels/plane.ts';
import { distanceToSegment, type Point } from '../pixels/points.ts';
import { acrossTorso, type BodyFrame, downTorso } from './body-frame.ts';
import { colourBins, rareColour, smoothHistogram } from './colour-histogram.ts';

/** A bone of an arm or a leg, with its half-widths at both ends in pixels. */
export type Bone = { from: Point; to: Point; radii: readonly [number, number] };

/** What a trunk's cloth is told by: the bins of its colours, the person's skin as a histogram of bins, the opacity, the parts. */
export type TrunkColours = { bins: Uint16Array; skin: Float32Array; matte: Plane; parts?: SeenParts | undefined };

/** Share of the trunk that is not like skin, from which only that is cloth. */
const leastCloth = 0.25;
/** Belief of the classifier of parts from which something before the trunk is hair. */
const seenAsHair = 0.5;
/** The same from which it is cloth, whatever its colour. */
const surelyCloth = 0.7;

/**
 * Histogram (sum 1) of the cloth on the trunk between two `v`: without arms and hair, and without what has colours of skin, unless the classifier of
 * parts is sure of clothes or hardly anything else is seen.
 */
export function clothOfTrunk(
  frame: BodyFrame,
  size: Size,
  { bins, skin, matte, parts }: TrunkColours,
  arms: readonly Bone[],
  top: number,
  bottom: number,
): Float32Array {
  const [seen, other]: [number[], number[]] = [[], []];
  const told = parts && partsOver(parts, size);
  for (let i = 0; i < bins.length; i += 3) {
    if (matte[i]! < 0.8) continue;
    const x = i % size.width;
    const y = (i - x) / size.width;
    const v = downTorso(frame, x, y);
    if (v < top || v > bottom || Math.abs(acrossTorso(frame, x, y)) > 0.35) continue;
    if (arms.some(({ from, to, radii }) => distanceToSegment(x, y, from, to) < Math.max(radii[0], radii[1]))) continue;
    const covered = told?.covers(x, y);
    if (covered && told!.value(parts!.hair, x, y) > seenAsHair) continue;
    const bin = bins[i]!;
    seen.push(bin);
    const cloth = covered && told!.value(parts!.clothes, x, y) > surelyCloth;
    if (cloth || skin[bin]! < rareColour) other.push(bin);
  }
  const histogram = new Float32Array(colourBins);
  for (const bin of other.length > leastCloth * seen.length ? other : seen) histogram[bin]! += 1;
  return smoothHistogram(histogram);
}
