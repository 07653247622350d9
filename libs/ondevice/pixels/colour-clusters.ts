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
  pixels: readonly number[],
  { most = 4, spread = 0.012 }: { most?: number; spread?: number } = {},
): ColourClusters {
  const colour = (i: number): Triple => [planes.lightness[i]!, planes.a[i]!, planes.b[i]!];
  const sample = pixels.filter((_, j) => j % Math.max(1, pixels.length >> 11) === 0);
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
  const assigned = new Uint8Array(pixels.length);
  for (let round = 0; round < 8; round++) {
    const sums = centres.map(() => [0, 0, 0, 0]);
    pixels.forEach((i, j) => {
      assigned[j] = closest(colour(i), centres);
      const sum = sums[assigned[j]!]!;
      sum[0]! += planes.lightness[i]!;
      sum[1]! += planes.a[i]!;
      sum[2]! += planes.b[i]!;
      sum[3]! += 1;
    });
    centres = centres.map((centre, k) => {
      const [l, a, b, count] = sums[k] as [number, number, number, number];
      return count > 0 ? [l / count, a / count, b / count] : centre;
    });
  }
  return merged(centres, assigned);
}

const difference = (p: Triple, q: Triple): number =>
  0.45 * (p[0] - q[0]) ** 2 + 2.2 * ((p[1] - q[1]) ** 2 + (p[2] - q[2]) ** 2);

function closest(colour: Triple, centres: readonly Triple[]): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  centres.forEach((centre, k) => {
    const gap = difference(colour, centre);
    if (gap < least) [best, least] = [k, gap];
  });
  return best;
}

/** One cloth keeps its hue in light and shade: joins clusters of like hue whose lightness is not far apart. */
function merged(centres: readonly Triple[], assigned: Uint8Array): ColourClusters {
  const counts = centres.map(() => 0);
  for (const k of assigned) counts[k]! += 1;
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
  return {
    clusters: roots.map((k, r) => ({ oklab: centres[k]!, share: shares[r]! })),
    assigned: assigned.map((k) => rank[k]!),
  };
}
