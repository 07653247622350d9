import type { Plane, Size } from '../pixels/plane.ts';
import { clamp } from '../pixels/scalar.ts';
import { median } from '../pixels/statistics.ts';

/** A stretch of a row, both ends inside. */
export type Run = readonly [left: number, right: number];

/** The outline of an upright garment, row by row; all in its picture's pixels. */
export type Silhouette = {
  height: number;
  /** Column of its middle, first and last row. */
  centre: number;
  top: number;
  bottom: number;
  /** Row where the sleeves part from the body; undefined where they do not. */
  armpit: number | undefined;
  /** All runs of a row, and the one that holds the middle. */
  runs: (y: number) => readonly Run[];
  middle: (y: number) => Run | undefined;
  /** First row of a column that is garment. */
  topAt: (x: number) => number;
};

/** Measures a garment cut out as a mask (1 inside); undefined when it has no body. */
export function silhouetteOf(mask: Plane, { width, height }: Size): Silhouette | undefined {
  const rows = Array.from({ length: height }, (_, y) => runsOf(mask.subarray(y * width, (y + 1) * width)));
  const top = rows.findIndex((row) => row.length > 0);
  const bottom = rows.findLastIndex((row) => row.length > 0);
  const tall = bottom - top;
  if (top < 0 || tall < 40) return undefined;
  const between = (from: number, to: number) => rows.slice(Math.floor(top + tall * from), Math.floor(top + tall * to));
  const centre = median(
    between(0.5, 0.95)
      .filter((row) => row.length > 0)
      .map((row) => (row[0]![0] + row.at(-1)![1]) / 2),
  );
  const runs = (y: number) => rows[clamp(Math.round(y), 0, height - 1)]!;
  const middle = (y: number) => runs(y).find(([left, right]) => left <= centre && centre <= right);
  const widths = between(0.45, 0.7).flatMap((row) => row.filter(([l, r]) => l <= centre && centre <= r));
  if (widths.length === 0) return undefined;
  const usual = median(widths.map(([left, right]) => right - left));
  const armpit = armpitRow(middle, top, tall, usual);
  const topAt = (x: number) => {
    const column = clamp(Math.round(x), 0, width - 1);
    for (let y = top; y <= bottom; y++) if (mask[y * width + column]! > 0.5) return y;
    return top;
  };
  return { height, centre, top, bottom, armpit, runs, middle, topAt };
}

/** The topmost row where the middle run is clearly narrower than a little above: there the sleeves part. */
function armpitRow(
  middle: (y: number) => Run | undefined,
  top: number,
  tall: number,
  usual: number,
): number | undefined {
  const lead = Math.round(tall * 0.03);
  for (let y = Math.floor(top + tall * 0.1); y < top + tall * 0.62; y++) {
    const here = middle(y);
    const above = middle(Math.max(top, y - lead));
    if (!here || !above) continue;
    const wide = here[1] - here[0];
    if (above[1] - above[0] - wide > 0.12 * usual && wide < usual * 1.3) return y;
  }
  return undefined;
}

function runsOf(row: Plane): Run[] {
  const runs: Run[] = [];
  let start = -1;
  for (let x = 0; x <= row.length; x++) {
    const inside = x < row.length && row[x]! > 0.5;
    if (inside && start < 0) start = x;
    if (inside || start < 0) continue;
    if (x - start > 2) runs.push([start, x - 1]);
    start = -1;
  }
  return runs;
}
