import type { Region } from '../models/crop.ts';
import { type LaidGrid, layGrid } from '../pixels/laid-grid.ts';
import { type Plane, type Size, sampleGrid } from '../pixels/plane.ts';
import { smoothstep } from '../pixels/scalar.ts';

/** What a network says of a region that may be turned: "is the person", 0..1, `side` x `side`. */
export type SeenRegion = { mask: Plane; side: number; region: Region };

/** Moves `belief` towards what is seen by `weight`, a number or a function of each value, less within `margin` (0..1) of the region's border. */
export function blend(
  belief: Plane,
  size: Size,
  seen: SeenRegion,
  weight: number | ((value: number) => number),
  margin: number,
): void {
  const weightOf = typeof weight === 'number' ? () => weight : weight;
  eachRow(seen, size, ({ start, first, end, values, insides }) => {
    for (let x = first; x < end; x++) {
      const value = values[x]!;
      const share = weightOf(value) * (margin === 0 ? 1 : smoothstep(0, margin, insides[x]!));
      belief[start + x] = belief[start + x]! * (1 - share) + value * share;
    }
  });
}

/** What is seen, at every pixel of an image; 0 outside of the region. */
export function sampleRegion(seen: SeenRegion, size: Size): Plane {
  const out = new Float32Array(size.width * size.height);
  eachRow(seen, size, ({ start, first, end, values }) => {
    for (let x = first; x < end; x++) out[start + x] = values[x]!;
  });
  return out;
}

/**
 * A row of an image, from its pixel `start`: what is seen in the columns from `first` to before `end`, and their distances to the region's
 * border, in its widths and heights.
 */
type Row = { start: number; first: number; end: number; values: Float64Array; insides: Float64Array };

/** Calls `visit` for the rows that the region covers; their arrays are reused. */
function eachRow(seen: SeenRegion, size: Size, visit: (row: Row) => void): void {
  if (seen.region.rotation === 0) eachUprightRow(seen, size, visit);
  else eachTurnedRow(seen, size, visit);
}

/** The same without a turn: in an upright region every row has the same columns. */
function eachUprightRow({ mask, side, region }: SeenRegion, size: Size, visit: (row: Row) => void): void {
  const { width, height } = size;
  const grid = layGrid(side, region, size);
  const row: Row = { start: 0, first: 0, end: 0, values: new Float64Array(width), insides: new Float64Array(width) };
  const aside = Float64Array.from({ length: width }, (_, x) => fromBorder((x + 0.5 - region.x) / region.width + 0.5));
  while (row.first < width && aside[row.first]! < 0) row.first++;
  for (let x = row.first; x < width && aside[x]! >= 0; x++) row.end = x + 1;
  if (row.first >= row.end) return;
  for (let y = 0; y < height; y++) {
    const inside = fromBorder((y + 0.5 - region.y) / region.height + 0.5);
    if (inside < 0) continue;
    row.start = y * width;
    fillRow(row, grid, mask, y, aside, inside);
    visit(row);
  }
}

const fromBorder = (share: number): number => Math.min(share, 1 - share);

function fillRow(row: Row, grid: LaidGrid, mask: Plane, y: number, aside: Float64Array, inside: number): void {
  for (let x = row.first; x < row.end; x++) {
    row.values[x] = grid.value(mask, x, y);
    row.insides[x] = Math.min(aside[x]!, inside);
  }
}

function eachTurnedRow({ mask, side, region }: SeenRegion, { width, height }: Size, visit: (row: Row) => void): void {
  const [cos, sin] = [Math.cos(region.rotation), Math.sin(region.rotation)];
  const [values, insides] = [new Float64Array(width), new Float64Array(width)];
  for (let y = 0; y < height; y++) {
    const dy = y + 0.5 - region.y;
    let first = width;
    let end = 0;
    for (let x = 0; x < width; x++) {
      const dx = x + 0.5 - region.x;
      const u = (dx * cos + dy * sin) / region.width + 0.5;
      const v = (dy * cos - dx * sin) / region.height + 0.5;
      if (u < 0 || v < 0 || u > 1 || v > 1) continue;
      if (end === 0) first = x;
      end = x + 1;
      values[x] = sampleGrid(mask, side, u, v);
      insides[x] = Math.min(u, 1 - u, v, 1 - v);
    }
    if (first < end) visit({ start: y * width, first, end, values, insides });
  }
}
