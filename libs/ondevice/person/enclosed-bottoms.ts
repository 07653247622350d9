import { connectedComponents } from '../pixels/components.ts';
import type { Size } from '../pixels/plane.ts';
import { label } from './labels.ts';

/** Share of an area's border, that with the ground included, from which it is in the middle of a top. */
const enclosed = 0.5;

/** Relabels what is taken for trousers or a skirt in the middle of a top, as in the crook of an arm, in place. The largest area is kept. */
export function enclosedBottoms(labels: Uint8Array, size: Size): void {
  const areas = connectedComponents((i) => labels[i] === label.bottom, size);
  if (areas.sizes.length <= 2) return;
  const borders = areas.sizes.map(() => ({ all: 0, tops: 0 }));
  const { width, height } = size;
  const meet = (area: number, beside: number) => {
    if (areas.labels[beside] === area) return;
    borders[area]!.all += 1;
    if (labels[beside] === label.top) borders[area]!.tops += 1;
  };
  for (let y = 1, i = width; y < height - 1; y++)
    for (let x = 0; x < width; x++, i++) {
      const area = areas.labels[i]!;
      if (area === 0) continue;
      meet(area, i - width);
      meet(area, i + width);
      if (x > 0) meet(area, i - 1);
      if (x < width - 1) meet(area, i + 1);
    }
  const largest = Math.max(...areas.sizes);
  const moved = areas.sizes.map((pixels, k) => pixels < largest && borders[k]!.tops > enclosed * borders[k]!.all);
  for (let i = 0; i < labels.length; i++) if (moved[areas.labels[i]!]) labels[i] = label.top;
}
