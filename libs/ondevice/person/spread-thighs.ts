import { connectedComponents } from '../pixels/components.ts';
import type { Size } from '../pixels/plane.ts';
import { distanceToSegment } from '../pixels/points.ts';
import { acrossTorso, type BodyFrame, downTorso, limbScale } from './body-frame.ts';
import { colourBins, likeness, smoothHistogram } from './colour-histogram.ts';
import { joint } from './find-pose.ts';
import { label } from './labels.ts';
import { segmentsOf } from './limb-segments.ts';

/** Half the width of an arm with a wide sleeve, in shoulder widths. */
const halfArm = 0.2;
/** Farther out, in u, than trunks are at the hips, and how far out a thigh that is spread reaches. */
const [trunk, spread] = [0.55, 0.9];
/** How far above the hips thighs begin, and how far below them the picture ends, if the legs are not seen, in v. */
const above = 0.75;
const ends = 1.15;
/** Bhattacharyya coefficient (0..1) of two colour histograms from which they are one cloth: a plate with pizza and a black top have 0.67. */
const sameCloth = 0.8;

/**
 * Labels as bottom, in place, what of the clothes goes out beside the hips, beyond trunk and arms: the thighs of somebody who sits or crouches
 * facing us, where the picture ends at the hips. Trousers of the top's colour have no border with it that colours show; what has other colours is
 * held, or lies on a table.
 *
 * @param bins colour bin of every pixel
 */
export function spreadThighs(labels: Uint8Array, bins: Uint16Array, frame: BodyFrame, size: Size): void {
  const { width, height } = size;
  if (Math.min(frame.seen(joint.leftHip), frame.seen(joint.rightHip)) < 0.5) return;
  if (downTorso(frame, frame.neck[0], height - 1) > ends) return;
  const { arms } = segmentsOf(frame);
  const reach = halfArm * limbScale(frame);
  const isBeside = (i: number) => {
    if (labels[i] !== label.top) return false;
    const x = i % width;
    const y = (i - x) / width;
    if (downTorso(frame, x, y) < above || Math.abs(acrossTorso(frame, x, y)) < trunk) return false;
    return arms.every(([from, to]) => distanceToSegment(x, y, from, to) > reach);
  };
  const areas = connectedComponents(isBeside, size);
  const spreads = areas.sizes.map(() => false);
  for (let i = 0; i < labels.length; i++) {
    const area = areas.labels[i]!;
    if (area > 0 && Math.abs(acrossTorso(frame, i % width, Math.floor(i / width))) > spread) spreads[area] = true;
  }
  const isThigh = (i: number) => spreads[areas.labels[i]!]!;
  const [thighs, rest] = [true, false].map((which) => {
    const histogram = new Float32Array(colourBins);
    for (let i = 0; i < labels.length; i++)
      if (labels[i] === label.top && isThigh(i) === which) histogram[bins[i]!]! += 1;
    return smoothHistogram(histogram);
  }) as [Float32Array, Float32Array];
  if (likeness(thighs, rest) < sameCloth) return;
  for (let i = 0; i < labels.length; i++) if (isThigh(i)) labels[i] = label.bottom;
}
