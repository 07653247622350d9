import { boxBlur } from '../pixels/box-blur.ts';
import type { Plane, Size } from '../pixels/plane.ts';
import { type BodyFrame, torsoCoordinates } from './body-frame.ts';
import { colourBins, smoothHistogram } from './colour-histogram.ts';
import { label } from './labels.ts';

/** How much likelier than any other of the person's colours a pixel's must be under the hair's, as a share 0.5..1. */
const likely = 0.62;
/** Fewer pixels of hair round the head than this share of the picture say nothing sure about its colour. */
const leastShare = 0.002;

/**
 * Follows hair down from the head, in place: a prior knows where heads are, not how long somebody's hair is. From hair
 * to neighbour to neighbour as long as the colour is the hair's rather than that of the clothes or the skin (a Bayes test
 * on colour histograms, region growing as in Adams and Bischof 1994).
 *
 * @param bins colour bin of every pixel
 * @param matte opacity 0..1
 * @param kept 0..1: what is surely no hair (face, hands)
 */
export function followHair(
  labels: Uint8Array,
  bins: Uint16Array,
  matte: Plane,
  kept: Plane,
  frame: BodyFrame,
  size: Size,
): Uint8Array {
  const hairy = likelihoodOfHair(labels, bins, kept, frame, size);
  if (!hairy) return labels;
  const open: number[] = [];
  labels.forEach((which, i) => {
    if (which === label.hair) open.push(i);
  });
  const low = frame.neck[1] + frame.torsoLength * 1.1;
  const visit = (i: number) => {
    if (labels[i] === label.hair || matte[i]! < 0.4 || kept[i]! > 0.5 || hairy[i]! < likely) return;
    labels[i] = label.hair;
    open.push(i);
  };
  for (let i = open.pop(); i !== undefined; i = open.pop()) {
    const x = i % size.width;
    if (i / size.width > low) continue;
    if (x > 0) visit(i - 1);
    if (x < size.width - 1) visit(i + 1);
    if (i < labels.length - size.width) visit(i + size.width);
    if (i >= size.width) visit(i - size.width);
  }
  return labels;
}

/** Posterior 0..1 of hair by colour alone against the better of clothes and skin; undefined where little hair is known. */
function likelihoodOfHair(
  labels: Uint8Array,
  bins: Uint16Array,
  kept: Plane,
  frame: BodyFrame,
  size: Size,
): Plane | undefined {
  const [hair, skin, cloth] = [0, 1, 2].map(() => new Float32Array(colourBins)) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  let known = 0;
  labels.forEach((which, i) => {
    const bin = bins[i]!;
    if (which === label.hair) {
      hair[bin]! += 1;
      known++;
    } else if (which === label.skin && kept[i]! > 0.5) skin[bin]! += 1;
    else if (which === label.top || which === label.bottom) {
      const { u, v } = torsoCoordinates(frame, i % size.width, Math.floor(i / size.width));
      if (v > 0.1 && v < 1.2 && Math.abs(u) < 0.4) cloth[bin]! += 1;
    }
  });
  if (known < leastShare * labels.length) return undefined;
  for (const histogram of [hair, skin, cloth]) smoothHistogram(histogram);
  const share = hair.map((h, b) => h / (h + Math.max(skin[b]!, cloth[b]!) + 0.3 / colourBins));
  return boxBlur(
    Float32Array.from(bins, (bin) => share[bin]!),
    size,
    Math.max(1, Math.round(Math.max(size.width, size.height) / 400)),
  );
}
