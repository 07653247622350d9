import type { OklabPlanes, Triple } from './colour.ts';
import { median } from './statistics.ts';

/** A group of like-coloured pixels: mean colour in OKLab and its share of all clustered pixels, 0..1. */
export type ColourCluster = { oklab: Triple; share: number };

/** `clusters` by falling share; `assigned[j]` is the number of the cluster of pixel `pixels[j]`. */
export type ColourClusters = { clusters: ColourCluster[]; assigned: Uint8Array };

/**
 * Sorts pixels by colour: k-means in OKLab, lightness counting less than hue as cloth is lit unevenly. Deterministic:
 * starts at the median and adds the pixel farthest from all centres (Gonzalez 1985) while that is farther than
 * `spread` (squared). Clusters that are one cloth in other light are merged.
 */
export function clusterColours(
  planes: OklabPlanes,
  pixels: ArrayLike<number>,
  { most = 4, spread = 0.012 }: { most?: number; spread?: number } = {},
): ColourClusters {
  const colour = (i: number): Triple => [planes.lightness[i]!, planes.a[i]!, planes.b[i]!];
  const sample: number[] = [];
  for (let j = 0; j < pixels.length; j += Math.max(1, pixels.length >> 11)) sample.push(pixels[j]!);
  let centres: Triple[] = [
    [
      median(sample.map((i) => planes.lightness[i]!)),
      median(sample.map((i) => planes.a[i]!)),
      median(sample.map((i) => planes.b[i]!)),
    ],
  ];
  while (centres.length < most) {
    let farthest = spread;
    let next: Triple | undefined;
    for (const i of sample) {
      const gap = Math.min(...centres.map((centre) => difference(colour(i), centre)));
      if (gap > farthest) [farthest, next] = [gap, colour(i)];
    }
    if (!next) break;
    centres.push(next);
  }
  // The centres settle on a sample: only the last round asks every pixel.
  for (let round = 0; round < 7; round++) centres = means(planes, sample, assign(planes, sample, centres), centres);
  const assigned = assign(planes, pixels, centres);
  return merged(means(planes, pixels, assigned, centres), assigned);
}

/** The number of the closest centre for each of `pixels`. */
function assign(planes: OklabPlanes, pixels: ArrayLike<number>, centres: readonly Triple[]): Uint8Array {
  const assigned = new Uint8Array(pixels.length);
  if (centres.length === 1) return assigned;
  const flat = Float64Array.from(centres.flat());
  for (let j = 0; j < pixels.length; j++) {
    const i = pixels[j]!;
    let least = Number.POSITIVE_INFINITY;
    for (let k = 0; k < centres.length; k++) {
      const l = planes.lightness[i]! - flat[3 * k]!;
      const a = planes.a[i]! - flat[3 * k + 1]!;
      const b = planes.b[i]! - flat[3 * k + 2]!;
      const gap = 0.45 * l * l + 2.2 * (a * a + b * b);
      if (gap >= least) continue;
      least = gap;
      assigned[j] = k;
    }
  }
  return assigned;
}

/** The mean colour of what is assigned to each centre; one that has nothing stays. */
function means(
  planes: OklabPlanes,
  pixels: ArrayLike<number>,
  assigned: Uint8Array,
  centres: readonly Triple[],
): Triple[] {
  const sums = new Float64Array(4 * centres.length);
  for (let j = 0; j < pixels.length; j++) {
    const i = pixels[j]!;
    const at = 4 * assigned[j]!;
    sums[at]! += planes.lightness[i]!;
    sums[at + 1]! += planes.a[i]!;
    sums[at + 2]! += planes.b[i]!;
    sums[at + 3]! += 1;
  }
  return centres.map((centre, k) => {
    const [l, a, b, count] = sums.subarray(4 * k) as unknown as [number, number, number, number];
    return count > 0 ? [l / count, a / count, b / count] : centre;
  });
}

const difference = (p: Triple, q: Triple): number =>
  0.45 * (p[0] - q[0]) ** 2 + 2.2 * ((p[1] - q[1]) ** 2 + (p[2] - q[2]) ** 2);

/** One cloth keeps its hue in light and shade: joins clusters of like hue whose lightness is not far apart; `assigned` is changed. */
function merged(centres: readonly Triple[], assigned: Uint8Array): ColourClusters {
  const counts = centres.map(() => 0);
  for (let j = 0; j < assigned.length; j++) counts[assigned[j]!]! += 1;
  const order = counts.map((_, k) => k).sort((p, q) => counts[q]! - counts[p]!);
  const roots: number[] = [];
  const rank = centres.map(() => 0);
  for (const k of order) {
    const [l, a, b] = centres[k]!;
    const root = roots.findIndex((other) => {
      const [ol, oa, ob] = centres[other]!;
      return Math.hypot(a - oa, b - ob) < 0.035 && Math.abs(l - ol) < 0.17;
    });
    rank[k] = root < 0 ? roots.push(k) - 1 : root;
  }
  const shares = roots.map(() => 0);
  counts.forEach((count, k) => {
    shares[rank[k]!]! += count / Math.max(1, assigned.length);
  });
  for (let j = 0; j < assigned.length; j++) assigned[j] = rank[assigned[j]!]!;
  return { clusters: roots.map((k, r) => ({ oklab: centres[k]!, share: shares[r]! })), assigned };
}
