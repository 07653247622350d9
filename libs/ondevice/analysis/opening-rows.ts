import { type ClothCells, columns, rows } from './cloth-cells.ts';

/** The columns of an opening in one row, both inclusive. */
export type Opening = { from: number; to: number };

/** No row of an opening has more columns: they would be the whole chest. */
const widest = 32;
/** Cells of another colour that an opening may go over: a tie. */
const widestTie = 6;
/** Cloth that closes below an opening is seen on so many rows at least. */
const closedRows = 2;
/** Rows without an opening between two with one: a stripe across. */
const widestStripe = 2;
/** The cells right and left of the spine that an opening overlaps. */
const reach = 5;

const middle = Math.floor(columns / 2);

/** Where each row shows the inner groups about the spine, and the rows that hang together where most do, without `end`. */
export function openingOf(
  cells: ClothCells,
  inner: readonly number[],
): { opening: (Opening | undefined)[]; start: number; end: number } {
  const opening = bridged(
    cells,
    Array.from({ length: rows }, (_, row) => openingIn(cells, row, inner)),
  );
  return { opening, ...longestRun(opening) };
}

/** Where a row shows the inner group about the spine. Skin and a tie do not interrupt it. */
function openingIn(cells: ClothCells, row: number, inner: readonly number[]): Opening | undefined {
  const runs: Opening[] = [];
  let others = 0;
  for (let column = 0; column < columns; column++) {
    const which = cells[row * columns + column]!;
    const last = runs.at(-1);
    if (inner.includes(which)) {
      if (last && others <= widestTie) last.to = column;
      else runs.push({ from: column, to: column });
      others = 0;
    } else if (which >= 0) others++;
  }
  const overlap = ({ from, to }: Opening) => Math.min(to, middle + reach) - Math.max(from, middle - reach);
  const most = runs.sort((a, b) => overlap(b) - overlap(a))[0];
  return most && overlap(most) >= 0 && most.to - most.from < widest ? most : undefined;
}

/** Fills rows of cloth between two openings: stripes across and prints in the colour of the garment above them. */
function bridged(cells: ClothCells, opening: readonly (Opening | undefined)[]): (Opening | undefined)[] {
  const whole = [...opening];
  for (const [row, above] of opening.entries()) {
    const gap = opening.slice(row + 1, row + 2 + widestStripe).findIndex((at) => at);
    if (!above || gap < 1) continue;
    const below = opening[row + 1 + gap]!;
    const between = { from: Math.max(above.from, below.from), to: Math.min(above.to, below.to) };
    const hidden = Array.from({ length: gap }, (_, k) => row + 1 + k);
    if (hidden.every((at) => clothIn(cells, at, between.from, between.to + 1) > 0))
      for (const at of hidden) whole[at] = between;
  }
  return whole;
}

/** The rows that hang together where most do: beside the neck single rows show a collar only. */
function longestRun(opening: readonly (Opening | undefined)[]): { start: number; end: number } {
  let [start, best] = [0, { start: 0, end: 0 }];
  for (const [row, at] of opening.entries()) {
    if (!at) start = row + 1;
    else if (row + 1 - start > best.end - best.start) best = { start, end: row + 1 };
  }
  return best;
}

/** Whether cloth closes below an opening, and it is not just the last row of the picture or a print. */
export const isClosedBelow = (cells: ClothCells, end: number): boolean =>
  end + closedRows <= rows &&
  Array.from({ length: closedRows }, (_, k) => end + k).every(
    (row) => clothIn(cells, row, middle - reach, middle + reach + 1) > reach,
  );

/** The number of cells with cloth in a part of a row, `to` not included. */
export const clothIn = (cells: ClothCells, row: number, from: number, to: number): number =>
  cells.subarray(row * columns + from, row * columns + to).filter((which) => which >= 0).length;
