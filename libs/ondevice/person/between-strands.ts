import { boxBlur } from '../pixels/box-blur.ts';
import type { Plane } from '../pixels/plane.ts';
import { medianWhere } from '../pixels/statistics.ts';
import { acrossTorso, downTorso } from './body-frame.ts';
import { colourBins, smoothHistogram } from './colour-histogram.ts';
import { label } from './labels.ts';
import type { Coloured } from './likely-hair.ts';

/** How much smoother than the hair cloth is that is surely not hair over the chest, and the share of the picture that shows its colours. */
const smoother = 0.5;
const leastShare = 0.002;
/** Overlap of both histograms (Bhattacharyya 1943) from which colours do not tell them apart. */
const alike = 0.35;
/** A colour that is rare in both is no evidence, as a share of an even spread. */
const rare = 0.5;

/**
 * Posterior 0..1 that a pixel among hair shows the cloth below: colours of smooth cloth on the trunk against those of what surely is hair. 0
 * everywhere if the trunk shows no smooth cloth, or of the hair's colours.
 *
 * @param inside 1 on what surely is hair
 * @param rough of `roughness`
 */
export function clothBetweenStrands(
  labels: Uint8Array,
  inside: Plane,
  rough: Plane,
  { bins, frame, size }: Coloured,
): Plane {
  const [hair, cloth] = [new Float32Array(colourBins), new Float32Array(colourBins)];
  const strands = medianWhere(rough, (i) => inside[i] === 1);
  let seen = 0;
  for (let i = 0; i < labels.length; i++) {
    if (inside[i] === 1) hair[bins[i]!]! += 1;
    if ((labels[i] !== label.top && labels[i] !== label.bottom) || rough[i]! > smoother * strands) continue;
    const x = i % size.width;
    const y = (i - x) / size.width;
    if (downTorso(frame, x, y) < 0.1 || Math.abs(acrossTorso(frame, x, y)) > 0.45) continue;
    cloth[bins[i]!]! += 1;
    seen++;
  }
  const nowhere = new Float32Array(labels.length);
  if (seen < leastShare * labels.length) return nowhere;
  for (const histogram of [hair, cloth]) smoothHistogram(histogram);
  if (hair.reduce((sum, share, bin) => sum + Math.sqrt(share * cloth[bin]!), 0) > alike) return nowhere;
  const posteriors = cloth.map((share, bin) => share / (share + hair[bin]! + rare / colourBins));
  const posterior = new Float32Array(bins.length);
  for (let i = 0; i < posterior.length; i++) posterior[i] = posteriors[bins[i]!]!;
  return boxBlur(posterior, size, Math.max(1, Math.round(Math.max(size.width, size.height) / 500)));
}
