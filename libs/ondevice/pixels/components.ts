import type { Size } from './plane.ts';

/** 4-connected areas: `labels` is 0 outside and 1.. inside, `sizes[label]` the area in pixels (`sizes[0]` is 0). */
export type Components = { labels: Int32Array; sizes: number[] };

/**
 * Labels the connected areas where `inside(i)` holds, in the order of their first pixels: runs of each row are joined with those that they touch in
 * the row above (union-find over runs, He, Chao, Suzuki 2008), which takes a fraction of the time of a flood fill.
 */
export function connectedComponents(inside: (index: number) => boolean, { width, height }: Size): Components {
  const starts: number[] = [];
  const ends: number[] = [];
  /** An earlier run of the same area, or the run itself if it is the first. */
  const parents: number[] = [];
  const firstOf = (run: number): number => {
    let at = run;
    while (parents[at] !== at) {
      parents[at] = parents[parents[at]!]!;
      at = parents[at]!;
    }
    return at;
  };
  for (let y = 0, above = 0; y < height; y++) {
    const rowStart = y * width;
    const firstInRow = starts.length;
    for (let i = rowStart; i < rowStart + width; i++) {
      if (!inside(i)) continue;
      const run = starts.length;
      starts.push(i);
      parents.push(run);
      while (++i < rowStart + width && inside(i));
      ends.push(i);
    }
    for (let run = firstInRow, over = above; run < starts.length && over < firstInRow; ) {
      const [start, end] = [starts[run]! - width, ends[run]! - width];
      if (starts[over]! < end && start < ends[over]!) {
        const [one, other] = [firstOf(over), firstOf(run)];
        parents[Math.max(one, other)] = Math.min(one, other);
      }
      if (ends[over]! < end) over++;
      else run++;
    }
    above = firstInRow;
  }
  const labels = new Int32Array(width * height);
  const sizes = [0];
  /** Label of each area, at its first run. */
  const labelOf = new Int32Array(starts.length);
  for (let run = 0; run < starts.length; run++) {
    const first = firstOf(run);
    if (first === run) {
      labelOf[run] = sizes.length;
      sizes.push(0);
    }
    const label = labelOf[first]!;
    labels.fill(label, starts[run]!, ends[run]!);
    sizes[label]! += ends[run]! - starts[run]!;
  }
  return { labels, sizes };
}

/** 1 on the areas of `mask` >= `threshold` that are at least `share` as large as the largest, else 0. */
export function largeAreas(mask: Float32Array, size: Size, share: number, threshold = 0.5): Float32Array {
  const { labels, sizes } = connectedComponents((i) => mask[i]! >= threshold, size);
  const least = Math.max(...sizes) * share;
  const out = new Float32Array(labels.length);
  for (let i = 0; i < out.length; i++) if (labels[i] !== 0 && sizes[labels[i]!]! >= least) out[i] = 1;
  return out;
}
