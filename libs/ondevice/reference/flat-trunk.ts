import type { Plane, Size } from '../pixels/plane.ts';
import { median, quantile } from '../pixels/statistics.ts';

/** The trunk of an upright upper garment in its picture, in pixels: its middle column, the rows of shoulders and hem, its width at the chest. */
export type FlatTrunk = { centre: number; shoulder: number; hem: number; chest: number };

/** A garment of fewer rows is too small to read. */
const leastRows = 40;
/** Where shoulders lie, in chest widths from the middle: outside of the neckline and inside of the armholes. */
const onShoulder = 0.3;

/**
 * Finds the trunk of a garment laid flat, from its outline.
 *
 * @param mask 1 on the garment
 * @returns undefined if the middle column is not garment, as between the legs of trousers
 */
export function flatTrunk(mask: Plane, { width, height }: Size): FlatTrunk | undefined {
  const columns: number[] = [];
  for (let i = 0; i < mask.length; i++) if (mask[i]! > 0.5) columns.push(i % width);
  if (columns.length === 0) return undefined;
  const centre = Math.round(median(columns));
  const inside = (x: number, y: number) => x >= 0 && x < width && mask[y * width + x]! > 0.5;
  const rows = Array.from({ length: height }, (_, y) => y);
  const across = rows.filter((y) => inside(centre, y));
  const [top, hem] = [across[0] ?? 0, across.at(-1) ?? 0];
  const tall = hem - top;
  if (tall < leastRows) return undefined;
  const widths = across
    .filter((y) => y > top + 0.2 * tall && y < top + 0.75 * tall)
    .map((y) => {
      let [left, right] = [centre, centre];
      while (inside(left - 1, y)) left--;
      while (inside(right + 1, y)) right++;
      return right - left + 1;
    });
  if (widths.length < 0.4 * tall) return undefined;
  // Sleeves may lie against the trunk, and skirts are wide: the trunk is as wide as its narrower rows.
  const chest = quantile(widths, 0.2);
  const topAt = (x: number) => rows.find((y) => inside(Math.round(x), y)) ?? top;
  const shoulder = (topAt(centre - onShoulder * chest) + topAt(centre + onShoulder * chest)) / 2;
  return { centre, shoulder, hem, chest };
}
