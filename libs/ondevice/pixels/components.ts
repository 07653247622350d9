import type { Size } from './plane.ts';

/** 4-connected areas: `labels` is 0 outside and 1.. inside, `sizes[label]` the area in pixels (`sizes[0]` is 0). */
export type Components = { labels: Int32Array; sizes: number[] };

/** Labels the connected areas where `inside(i)` holds, by flood fill in raster order. */
export function connectedComponents(inside: (index: number) => boolean, { width, height }: Size): Components {
  const unseen = -1;
  const labels = new Int32Array(width * height);
  let count = 0;
  for (let i = 0; i < labels.length; i++) {
    if (!inside(i)) continue;
    labels[i] = unseen;
    count++;
  }
  const sizes = [0];
  // Every pixel is put here once: when it gets its label.
  const open = new Int32Array(count);
  for (let start = 0; start < labels.length; start++) {
    if (labels[start] !== unseen) continue;
    const label = sizes.length;
    let size = 0;
    let end = 1;
    open[0] = start;
    labels[start] = label;
    while (size < end) {
      const i = open[size++]!;
      const x = i % width;
      for (let side = 0; side < 4; side++) {
        if (side === 0 ? x === 0 : side === 1 && x === width - 1) continue;
        const next = i + (side === 0 ? -1 : side === 1 ? 1 : side === 2 ? -width : width);
        if (labels[next] !== unseen) continue;
        labels[next] = label;
        open[end++] = next;
      }
    }
    sizes.push(size);
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
