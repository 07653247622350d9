import { type BodyMap, bodyPart } from '../person/body-map.ts';

/** Number of cells across and down the trunk. */
export const columns = 49;
export const rows = 52;

/** Size of a cell in `u` and `v`, and where the first row begins. */
const cell = 0.03;
const first = -0.35;
/** Fewer pixels of cloth than this share of the fullest cells leave a cell empty. */
const leastShare = 0.3;

/** Which group of colours the cloth of each cell of the trunk mostly has, row by row; -1 where there is no cloth. */
export type ClothCells = Int8Array;

/** The cell of a pixel; undefined outside of the grid and on forearms, which may lie before the trunk. */
export function cellAt({ part, u, v }: BodyMap, i: number): number | undefined {
  if (part[i] === bodyPart.leftForearm || part[i] === bodyPart.rightForearm) return undefined;
  const column = Math.floor(u[i]! / cell + columns / 2);
  const row = Math.floor((v[i]! - first) / cell);
  return column >= 0 && column < columns && row >= 0 && row < rows ? row * columns + column : undefined;
}

/** Sorts the pixels of cloth into the cells of the trunk; `assigned[j]`: the group of colours of `pixels[j]`. */
export function cellsOf(body: BodyMap, pixels: readonly number[], assigned: Uint8Array, groups: number): ClothCells {
  const counts = new Float64Array(columns * rows * groups);
  pixels.forEach((i, j) => {
    const at = cellAt(body, i);
    if (at !== undefined) counts[at * groups + assigned[j]!]! += 1;
  });
  const totals = Array.from({ length: columns * rows }, (_, at) =>
    counts.subarray(at * groups, (at + 1) * groups).reduce((sum, count) => sum + count, 0),
  );
  const full = Math.max(...totals);
  return Int8Array.from(totals, (total, at) => {
    if (total < leastShare * full) return -1;
    const own = counts.subarray(at * groups, (at + 1) * groups);
    return own.indexOf(Math.max(...own));
  });
}
