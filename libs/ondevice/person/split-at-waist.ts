import type { OklabPlanes } from '../pixels/colour.ts';
import type { Plane, Size } from '../pixels/plane.ts';
import { distanceToSegment } from '../pixels/points.ts';
import { type BodyFrame, downTorso } from './body-frame.ts';
import { colourBins, likeness, smoothHistogram } from './colour-histogram.ts';
import { hemOfTop } from './hem-of-top.ts';
import { label } from './labels.ts';

/** Where a waist is, in v. */
const waist = 0.8;
/** Bhattacharyya coefficient (0..1) of two colour histograms from which they are one cloth. */
const sameCloth = 0.55;

/**
 * A dress is a single cloth: colour cannot separate its top from its skirt, and the border is ragged. If both have the same
 * colours, they are split at the waist instead, in place; what no legs are seen below is a top as far as its hem.
 * Hanging sleeves stay part of the top.
 *
 * @param seen the bin of every pixel's colour, the colour, and 0..1 on hands that were found
 */
export function splitAtWaist(
  labels: Uint8Array,
  seen: { bins: Uint16Array; oklab: OklabPlanes; found: Plane },
  frame: BodyFrame,
  size: Size,
): Uint8Array {
  const { bins, oklab, found } = seen;
  const histograms = [label.top, label.bottom].map((which) => {
    const histogram = new Float32Array(colourBins);
    for (let i = 0; i < labels.length; i++) if (labels[i] === which) histogram[bins[i]!]! += 1;
    return smoothHistogram(histogram);
  });
  const [top, bottom] = histograms as [Float32Array, Float32Array];
  if (likeness(top, bottom) < sameCloth) return labels;
  const hem = hemOfTop(labels, oklab, frame, size);
  const border = hem?.v ?? waist;
  for (let i = 0; i < labels.length; i++) {
    const which = labels[i];
    const speck = hem?.printed === true && which === label.skin && found[i]! < 0.5;
    if (which !== label.top && which !== label.bottom && !speck) continue;
    const x = i % size.width;
    const y = (i - x) / size.width;
    const v = downTorso(frame, x, y);
    // No legs are seen: above the hem what is no arm is the print, which may have the colours of skin.
    if (speck && (v < waist || v > border || onSleeve(frame, x, y))) continue;
    labels[i] = v < border || (which === label.top && onSleeve(frame, x, y)) ? label.top : label.bottom;
  }
  return labels;
}

const onSleeve = ({ arms, shoulderWidth }: BodyFrame, x: number, y: number): boolean =>
  arms.some(
    ({ shoulder, elbow, wrist }) =>
      Math.min(distanceToSegment(x, y, shoulder, elbow), distanceToSegment(x, y, elbow, wrist)) < shoulderWidth * 0.15,
  );
