import { connectedComponents } from '../pixels/components.ts';
import type { Plane, Size } from '../pixels/plane.ts';
import { median } from '../pixels/statistics.ts';
import type { SeenGarment } from './seen-garment.ts';

/** The kind of a flat garment, from its outline. */
export type FlatKind = Pick<SeenGarment, 'category' | 'kind' | 'sleeve' | 'length'>;

/** One row of the outline: its extent and its runs, in pixels. */
type Row = { extent: number; widest: number; runs: number };

/**
 * Classifies a flat garment (upright, neck or waist up) by its outline: two legs below are trousers or shorts, parts that
 * stick out above are sleeves, a shape that widens downwards is a skirt or a dress, two similar areas side by side are shoes.
 */
export function flatKind(mask: Plane, size: Size): FlatKind {
  if (isPair(mask, size)) return { category: 'shoes', kind: 'shoes' };
  const rows = rowsOf(mask, size);
  const part = (from: number, to: number): Row[] =>
    rows.slice(Math.floor(rows.length * from), Math.ceil(rows.length * to));
  const body = median(part(0.55, 0.9).map(({ widest }) => widest));
  const below = part(0.7, 0.95);
  const legs = below.filter(({ runs }) => runs === 2).length / below.length;
  if (legs > 0.6) {
    const short = rows.length < 1.35 * Math.max(...rows.map(({ extent }) => extent));
    return { category: 'bottom', kind: short ? 'shorts' : 'trousers', length: short ? 'short' : 'full-length' };
  }
  const across = Math.max(...part(0, 0.6).map(({ extent }) => extent)) / body;
  const hanging = part(0.4, 0.75).filter(({ runs }) => runs === 3).length / part(0.4, 0.75).length;
  const tall = rows.length / body;
  if (across > 1.22 || hanging > 0.5) {
    const long = across > 2.1 || hanging > 0.5;
    const sleeve = long ? 'long-sleeved' : 'short-sleeved';
    if (tall > 2.3) return { category: 'dress', kind: 'dress', sleeve };
    return { category: 'top', kind: long ? 'top' : 't-shirt', sleeve };
  }
  const upper = median(part(0.05, 0.2).map(({ extent }) => extent));
  const middle = median(part(0.35, 0.5).map(({ extent }) => extent));
  const flared = median(part(0.85, 1).map(({ extent }) => extent)) / middle;
  // A skirt has no narrower part below its waistband; a dress has straps and a waist.
  if (flared > 1.2 && tall < 1.8 && upper > middle * 0.6) return { category: 'bottom', kind: 'skirt' };
  if (flared > 1.2 || tall > 2.3) return { category: 'dress', kind: 'dress', sleeve: 'sleeveless' };
  return { category: 'top', kind: 'top', sleeve: 'sleeveless' };
}

function rowsOf(mask: Plane, { width, height }: Size): Row[] {
  const rows: Row[] = [];
  for (let y = 0; y < height; y++) {
    let [first, last, run, widest, runs] = [-1, -1, 0, 0, 0];
    for (let x = 0; x < width; x++) {
      if (mask[y * width + x]! < 0.5) {
        run = 0;
        continue;
      }
      if (first < 0) first = x;
      last = x;
      run++;
      // Ignore short runs from frayed edges.
      if (run === Math.max(3, Math.round(width * 0.015))) runs++;
      widest = Math.max(widest, run);
    }
    if (first >= 0) rows.push({ extent: last - first + 1, widest, runs });
  }
  return rows;
}

/** Two separate areas of similar size beside each other. */
function isPair(mask: Plane, size: Size): boolean {
  const { sizes } = connectedComponents((i) => mask[i]! > 0.5, size);
  const [first = 0, second = 0, third = 0] = sizes.toSorted((a, b) => b - a);
  if (second < first * 0.7 || third > first * 0.3) return false;
  const rows = rowsOf(mask, size);
  return second > 0 && rows.filter(({ runs }) => runs >= 2).length > rows.length / 2;
}
