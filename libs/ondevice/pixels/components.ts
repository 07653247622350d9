import type { Size } from './plane.ts';

/** 4-connected areas: `labels` is 0 outside and 1.. inside, `sizes[label]` the area in pixels (`sizes[0]` is 0). */
export type Components = { labels: Int32Array; sizes: number[] };

/** Labels the connected areas where `inside(i)` holds, by flood fill in raster order. */
export function connectedComponents(inside: (index: number) => boolean, { width, height }: Size): Components {
  const labels = new Int32Array(width * height);
  const sizes = [0];
  const open: number[] = [];
  const visit = (i: number, label: number) => {
    if (labels[i] !== 0 || !inside(i)) return;
    labels[i] = label;
    open.push(i);
  };
  for (let start = 0; start < labels.length; start++) {
    if (labels[start] !== 0 || !inside(start)) continue;
    const label = sizes.length;
    let size = 0;
    visit(start, label);
    for (let i = open.pop(); i !== undefined; i = open.pop()) {
      size++;
      const x = i % width;
      if (x > 0) visit(i - 1, label);
      if (x < width - 1) visit(i + 1, label);
      if (i >= width) visit(i - width, label);
      if (i < labels.length - width) visit(i + width, label);
    }
    sizes.push(size);
  }
  return { labels, sizes };
}

/** 1 on the areas of `mask` >= `threshold` that are at least `share` as large as the largest, else 0. */
export function largeAreas(mask: Float32Array, size: Size, share: number, threshold = 0.5): Float32Array {
  const { labels, sizes } = connectedComponents((i) => mask[i]! >= threshold, size);
  const least = Math.max(...sizes) * share;
  return Float32Array.from(labels, (label) => (label !== 0 && sizes[label]! >= least ? 1 : 0));
}
