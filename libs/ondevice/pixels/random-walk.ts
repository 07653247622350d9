import type { Plane, Size } from './plane.ts';

/** What is known of a pixel before a walk: nothing but its prior, that it is outside, that it is inside, or that no walk comes there. */
export const known = { nothing: 0, outside: 1, inside: 2, barred: 3 } as const;

/** How much a prior weighs against the step to one neighbour of the same colour. */
const priorWeight = 0.06;
/** The least weight of a step, as a share of that between equal colours, so that nothing is cut off entirely. */
const leastStep = 1e-3;
/** Sweeps of successive over-relaxation and its factor (Young 1954): at 400 pixels a side what remains to change is below 0.01. */
const sweeps = 60;
const relaxation = 1.75;

/**
 * The probability 0..1 that a random walk from a pixel ends inside rather than outside: steps over edges of `guide` are rare, and a
 * walk may end at any pixel by its prior (Grady, "Random Walks for Image Segmentation", PAMI 2006; the priors: "Multilabel Random
 * Walker Image Segmentation Using Prior Models", CVPR 2005).
 *
 * @param guide planes in one unit whose differences are edges; the mean squared difference of neighbours is their scale, as in GrabCut
 * (Rother et al. 2004)
 * @param seeds one of {@link known} a pixel; what is barred is 0
 * @param prior probability 0..1 of inside by the pixel alone
 */
export function randomWalk(guide: readonly Plane[], { width, height }: Size, seeds: Uint8Array, prior: Plane): Plane {
  const count = width * height;
  const right = new Float32Array(count);
  const below = new Float32Array(count);
  let [sum, steps] = [0, 0];
  const measure = (i: number, j: number) => {
    let squared = 0;
    for (let k = 0; k < guide.length; k++) {
      const step = guide[k]![i]! - guide[k]![j]!;
      squared += step * step;
    }
    if (seeds[i] === known.nothing || seeds[j] === known.nothing) {
      sum += squared;
      steps++;
    }
    return squared;
  };
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      if (x + 1 < width) right[i] = measure(i, i + 1);
      if (y + 1 < height) below[i] = measure(i, i + width);
    }
  const scale = sum > 0 ? steps / (2 * sum) : 0;
  const step = (i: number, j: number, squared: number) =>
    seeds[i] === known.barred || seeds[j] === known.barred ? 0 : leastStep + Math.exp(-scale * squared);
  for (let i = 0; i < count; i++) {
    right[i] = i % width === width - 1 ? 0 : step(i, i + 1, right[i]!);
    below[i] = i + width >= count ? 0 : step(i, i + width, below[i]!);
  }
  const out = prior.map((value, i) => (seeds[i] === known.nothing ? value : seeds[i] === known.inside ? 1 : 0));
  const open = new Uint32Array(count);
  let opened = 0;
  for (let i = 0; i < count; i++) if (seeds[i] === known.nothing) open[opened++] = i;
  for (let sweep = 0; sweep < sweeps; sweep++)
    for (let k = 0; k < opened; k++) {
      // Back and forth, so that a sweep carries both ways.
      const i = open[sweep % 2 === 0 ? k : opened - 1 - k]!;
      const r = right[i]!;
      const b = below[i]!;
      const l = i % width === 0 ? 0 : right[i - 1]!;
      const t = i < width ? 0 : below[i - width]!;
      let value = priorWeight * prior[i]!;
      if (r > 0) value += r * out[i + 1]!;
      if (l > 0) value += l * out[i - 1]!;
      if (b > 0) value += b * out[i + width]!;
      if (t > 0) value += t * out[i - width]!;
      out[i]! += relaxation * (value / (priorWeight + r + l + b + t) - out[i]!);
    }
  return out.map((value) => Math.min(1, Math.max(0, value)));
}
