import { beyondShade } from '../pixels/beyond-shade.ts';
import type { Triple } from '../pixels/colour.ts';
import { type ClothCells, columns } from './cloth-cells.ts';
import { clothIn, isClosedBelow, type Opening, openingOf } from './opening-rows.ts';

/** The groups of colours seen in an opening and at its sides, where the opening is, row by row, and whether it ends soon below the neck. */
export type Front = {
  inner: readonly number[];
  sides: readonly number[];
  opening: (Opening | undefined)[];
  collar: boolean;
};

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
/** The opening of a garment that is closed below it: up to so many rows are a collar, more a jacket's front. */
const collarRows = 8;
/** Cloth in the shade of the chin keeps at least this share of its OKLab lightness, and as much of its colour axes but for so much. */
const shade = { leastLight: 0.7, mostApart: 0.03 };
/**
 * Finds the opening of a garment worn open: rows in whose middle the cloth has another colour than left and right of it, where it
 * is the same on both sides. The rows hang together, from the neck down.
 *
 * @param colours of the groups that `cells` name, OKLab
 */
export function findFront(cells: ClothCells, colours: readonly Triple[]): Front | undefined {
  const groups = colours.map((_, group) => group);
  // A print shows several groups: all but those of the garment round it.
  const others = groups.length > 2 ? groups.map((outer) => groups.filter((group) => group !== outer)) : [];
  return (
    largestFront(
      cells,
      colours,
      groups.map((group) => [group]),
    ) ?? largestFront(cells, colours, others)
  );
}

function largestFront(
  cells: ClothCells,
  colours: readonly Triple[],
  candidates: readonly (readonly number[])[],
): Front | undefined {
  const found = candidates.map((inner) => frontOf(cells, colours, inner)).filter((one) => one !== undefined);
  return found.toSorted((one, other) => other.area - one.area)[0]?.front;
}

function frontOf(
  cells: ClothCells,
  colours: readonly Triple[],
  inner: readonly number[],
): { front: Front; area: number } | undefined {
  const { opening, start, end } = openingOf(cells, inner);
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
  const shown = meanColour(cells, colours, inner, seen);
  if (Math.min(apart(colours[one]!, shown), apart(colours[other]!, shown)) < unlike) return undefined;
  if ([one, other].some((side) => isInShadeOfChin(shown, colours[side]!))) return undefined;
  const front: Front = {
    inner,
    sides: [one, other],
    opening: opening.map((at, row) => (row >= start && row < end ? at : undefined)),
    collar: seen.length <= collarRows && isClosedBelow(cells, end),
  };
  return { front, area };
}

/** The mean colour of the inner groups where they are seen in an opening. */
function meanColour(
  cells: ClothCells,
  colours: readonly Triple[],
  inner: readonly number[],
  seen: readonly (Opening & { row: number })[],
): Triple {
  const shown = seen
    .flatMap(({ row, from, to }) => [...cells.subarray(row * columns + from, row * columns + to + 1)])
    .filter((which) => inner.includes(which));
  const mean = (axis: 0 | 1 | 2) => shown.reduce((sum, which) => sum + colours[which]![axis], 0) / shown.length;
  return [mean(0), mean(1), mean(2)];
}

/** Whether an opening shows mostly its own group, and the sides hardly do, unlike a print, shade or folds. */
function isOneArea(cells: ClothCells, inner: readonly number[], seen: readonly (Opening & { row: number })[]): boolean {
  let [own, others] = [0, 0];
  for (const { row, from, to } of seen)
    for (let column = from; column <= to; column++) {
      const which = cells[row * columns + column]!;
      if (inner.includes(which)) own++;
      else if (which >= 0) others++;
    }
  const everywhere = cells.filter((which) => inner.includes(which)).length;
  return own >= mostly * (own + others) && everywhere - own <= strayed * own;
}

/** The group that most cloth of a part of a row has; -1 if none has most of it, undefined without cloth. */
function sideOf(cells: ClothCells, row: number, from: number, to: number): number | undefined {
  const cloth = cells.subarray(row * columns + from, row * columns + to).filter((which) => which >= 0);
  return cloth.length === 0 ? undefined : (mostOf([...cloth]) ?? -1);
}

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
function isInShadeOfChin(inner: Triple, side: Triple): boolean {
  const light = inner[0] / side[0];
  if (light > 1 || light < shade.leastLight) return false;
  return beyondShade(inner, side).hue < shade.mostApart;
}
