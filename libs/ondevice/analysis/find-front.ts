import type { Triple } from '../pixels/colour.ts';
import { type ClothCells, columns, rows } from './cloth-cells.ts';

/** The columns of an opening in one row, both inclusive. */
type Opening = { from: number; to: number };

/** The groups of colours seen in an opening and at its sides, where the opening is, row by row, and whether it ends soon below the neck. */
export type Front = { inner: number; sides: readonly number[]; opening: (Opening | undefined)[]; collar: boolean };

/** Differences in OKLab (colour axes doubled): minimum between opening and sides, maximum between the sides, one of which may lie in shade. */
const unlike = 0.13;
const alike = 0.22;
/** A side is one garment from this share of its cells on, and on this share of the rows. */
const mostly = 0.6;
/** An opening has at least so many cells, so many columns in its rows on average (less is a tie), and this share of rows between two sides. */
const leastCells = 16;
const leastWidth = 5.5;
const leastFlanked = 0.4;
/** The sides take at least this share of what the opening takes: less are straps, or shade at the edge of the body. */
const leastBeside = 0.25;
/** Up to this share of an opening's cells may lie beside it. */
const strayed = 0.3;
/** Cells of another colour that an opening may go over: a tie. */
const widestTie = 6;
/** The opening of a garment that is closed below it: up to so many rows are a collar, more a jacket's front. */
const collarRows = 8;
/** Cloth in the shade of the chin keeps at least this share of its OKLab lightness, and its colour axes but for so much. */
const shade = { leastLight: 0.7, mostApart: 0.03 };
/** The cells right and left of the spine that an opening overlaps. */
const reach = 5;

/**
 * Finds the opening of a garment worn open: rows in whose middle the cloth has another colour than left and right of it, where it
 * is the same on both sides. The rows hang together, from the neck down.
 *
 * @param colours of the groups that `cells` name, OKLab
 */
export function findFront(cells: ClothCells, colours: readonly Triple[]): Front | undefined {
  let best: { front: Front; area: number } | undefined;
  for (let inner = 0; inner < colours.length; inner++) {
    const found = frontOf(cells, colours, inner);
    if (found && found.area > (best?.area ?? 0)) best = found;
  }
  return best?.front;
}

function frontOf(
  cells: ClothCells,
  colours: readonly Triple[],
  inner: number,
): { front: Front; area: number } | undefined {
  const opening = Array.from({ length: rows }, (_, row) => openingIn(cells, row, inner));
  const { start, end } = longestRun(opening);
  const seen = opening.slice(start, end).map((at, k) => ({ row: start + k, ...at! }));
  const area = seen.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  if (area < leastCells || area < leastWidth * seen.length) return undefined;
  if (!isOneArea(cells, inner, seen)) return undefined;
  const left = seen.map(({ row, from }) => sideOf(cells, row, 0, from));
  const right = seen.map(({ row, to }) => sideOf(cells, row, to + 1, columns));
  const [one, other] = [sideOfAll(left), sideOfAll(right)];
  if (one === undefined || other === undefined) return undefined;
  const flanked = left.filter((side, k) => side !== undefined && right[k] !== undefined).length;
  if (flanked < leastFlanked * seen.length) return undefined;
  const beside = seen.reduce(
    (sum, { row, from, to }) => sum + clothIn(cells, row, 0, from) + clothIn(cells, row, to + 1, columns),
    0,
  );
  if (beside < leastBeside * area) return undefined;
  if (apart(colours[one]!, colours[other]!) > alike) return undefined;
  if (Math.min(apart(colours[one]!, colours[inner]!), apart(colours[other]!, colours[inner]!)) < unlike)
    return undefined;
  if ([one, other].some((side) => isInShadeOfChin(colours[inner]!, colours[side]!))) return undefined;
  const closedBelow = end < rows && sideOf(cells, end, middle - reach, middle + reach + 1) !== undefined;
  const front: Front = {
    inner,
    sides: [one, other],
    opening: opening.map((at, row) => (row >= start && row < end ? at : undefined)),
    collar: closedBelow && seen.length <= collarRows,
  };
  return { front, area };
}

/** The rows that hang together where most do: beside the neck single rows show a collar only. `end` is not among them. */
function longestRun(opening: readonly (Opening | undefined)[]): { start: number; end: number } {
  let [start, best] = [0, { start: 0, end: 0 }];
  for (const [row, at] of opening.entries()) {
    if (!at) start = row + 1;
    else if (row + 1 - start > best.end - best.start) best = { start, end: row + 1 };
  }
  return best;
}

/** Whether an opening shows mostly its own group, and the sides hardly do, unlike a print, shade or folds. */
function isOneArea(cells: ClothCells, inner: number, seen: readonly (Opening & { row: number })[]): boolean {
  let [own, others] = [0, 0];
  for (const { row, from, to } of seen)
    for (let column = from; column <= to; column++) {
      const which = cells[row * columns + column]!;
      if (which === inner) own++;
      else if (which >= 0) others++;
    }
  const everywhere = cells.filter((which) => which === inner).length;
  return own >= mostly * (own + others) && everywhere - own <= strayed * own;
}

const middle = Math.floor(columns / 2);

/** Where a row shows the inner group about the spine. Skin and a tie do not interrupt it. */
function openingIn(cells: ClothCells, row: number, inner: number): Opening | undefined {
  const runs: Opening[] = [];
  let others = 0;
  for (let column = 0; column < columns; column++) {
    const which = cells[row * columns + column]!;
    const last = runs.at(-1);
    if (which === inner) {
      if (last && others <= widestTie) last.to = column;
      else runs.push({ from: column, to: column });
      others = 0;
    } else if (which >= 0) others++;
  }
  const overlap = ({ from, to }: Opening) => Math.min(to, middle + reach) - Math.max(from, middle - reach);
  const most = runs.sort((a, b) => overlap(b) - overlap(a))[0];
  return most && overlap(most) >= 0 ? most : undefined;
}

/** The group that most cloth of a part of a row has; -1 if none has most of it, undefined without cloth. */
function sideOf(cells: ClothCells, row: number, from: number, to: number): number | undefined {
  const cloth = cells.subarray(row * columns + from, row * columns + to).filter((which) => which >= 0);
  return cloth.length === 0 ? undefined : (mostOf([...cloth]) ?? -1);
}

const clothIn = (cells: ClothCells, row: number, from: number, to: number): number =>
  cells.subarray(row * columns + from, row * columns + to).filter((which) => which >= 0).length;

/** The group that a side has on most of the rows that show it. */
function sideOfAll(sides: readonly (number | undefined)[]): number | undefined {
  const most = mostOf(sides.filter((side) => side !== undefined));
  return most === -1 ? undefined : most;
}

function mostOf(values: readonly number[]): number | undefined {
  const [most] = [...Map.groupBy(values, (value) => value)].sort(([, a], [, b]) => b.length - a.length);
  return most && most[1].length >= mostly * values.length ? most[0] : undefined;
}

/** Lightness counts less, as light changes it first. */
const apart = (p: Triple, q: Triple): number => Math.hypot(0.8 * (p[0] - q[0]), 2 * (p[1] - q[1]), 2 * (p[2] - q[2]));

/** Whether the cloth in an opening is that beside it in the shade of the chin. */
const isInShadeOfChin = (inner: Triple, side: Triple): boolean =>
  inner[0] < side[0] &&
  inner[0] > shade.leastLight * side[0] &&
  Math.hypot(inner[1] - side[1], inner[2] - side[2]) < shade.mostApart;
