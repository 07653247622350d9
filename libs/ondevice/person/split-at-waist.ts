import type { Size } from '../pixels/plane.ts';
import { distanceToSegment } from '../pixels/points.ts';
import { type BodyFrame, downTorso } from './body-frame.ts';
import { colourBins, smoothHistogram } from './colour-histogram.ts';
import { label } from './labels.ts';

/** Where a waist is, in v. */
const waist = 0.8;
/** Bhattacharyya coefficient (0..1) of two colour histograms from which they are one cloth. */
const sameCloth = 0.55;

/**
 * A dress is a single cloth: colour cannot separate its top from its skirt, and the border is ragged. If both have the same
 * colours, they are split at the waist instead, in place. Hanging sleeves stay part of the top.
 *
 * @param bins colour bin of every pixel
 */
export function splitAtWaist(labels: Uint8Array, bins: Uint16Array, frame: BodyFrame, size: Size): Uint8Array {
  const histograms = [label.top, label.bottom].map((which) => {
    const histogram = new Float32Array(colourBins);
    for (let i = 0; i < labels.length; i++) if (labels[i] === which) histogram[bins[i]!]! += 1;
    return smoothHistogram(histogram);
  });
  const [top, bottom] = histograms as [Float32Array, Float32Array];
  if (top.reduce((sum, value, bin) => sum + Math.sqrt(value * bottom[bin]!), 0) < sameCloth) return labels;
  for (let i = 0; i < labels.length; i++) {
    const which = labels[i];
    if (which !== label.top && which !== label.bottom) continue;
    const x = i % size.width;
    const y = (i - x) / size.width;
    const v = downTorso(frame, x, y);
    labels[i] = v < waist || (which === label.top && onSleeve(frame, x, y)) ? label.top : label.bottom;
  }
  return labels;
}

const onSleeve = ({ arms, shoulderWidth }: BodyFrame, x: number, y: number): boolean =>
  arms.some(
    ({ shoulder, elbow, wrist }) =>
      Math.min(distanceToSegment(x, y, shoulder, elbow), distanceToSegment(x, y, elbow, wrist)) < shoulderWidth * 0.15,
  );
