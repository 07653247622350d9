import type { RgbImage } from '@styling/imaging';
import type { Subject } from '../garment/subject.ts';
import { type BodyMap, bodyPart } from '../person/body-map.ts';
import { beyondShade, type Triple } from '../pixels/colour.ts';
import { type Plane, total } from '../pixels/plane.ts';
import { median } from '../pixels/statistics.ts';
import { readColours, type SeenColours } from './garment-colours.ts';

/** A garment worn open, and the one that is seen in its opening. */
export type OpenFront = { outer: SeenColours; inner: SeenColours };

/** The front is read in cells of this size in u and v, from the neck down and out to the arms. */
const cell = 0.04;
const [from, to] = [-0.3, 1.1];
const columns = 18;
/** From this column on the garment's own colour is read; an opening lies within. */
const beside = 7;
/** Up to this column a row shows what is closed in front. */
const spine = 3;
/** The share of a side of the front that has to be one cloth, and of a row that its best parting tells right. */
const mostly = 0.6;
const parted = 0.75;
/** Cells that an opening is wide at least, and rows without a gap from the neck on; if it is closed below, more, as it is a collar. */
const leastWidth = 3;
const leastRows = { open: 4, closed: 8 } as const;
/** The least difference of two garments beyond that of light and shade, in OKLab (colour axes doubled). */
const unlike = 0.13;
/** Fewer pixels tell no layers. */
const leastPixels = 200;

/**
 * Detects a garment worn open over another one: from the neck down the middle of the front has other colours than its two sides, which are
 * alike. Undefined for a closed jacket and for layers of one colour.
 *
 * @param mask 1 on the cloth of the upper body
 */
export function readOpenFront(image: RgbImage, { body, parsed }: Subject, mask: Plane): OpenFront | undefined {
  const { lightness, a, b } = parsed.oklab;
  const places = placesOf(body, mask);
  const sides = places.filter(({ column }) => column >= beside);
  if (sides.length < leastPixels) return undefined;
  const usual = [lightness, a, b].map((plane) => median(sides.map(({ i }) => plane[i]!))) as unknown as Triple;
  const isOuter = ({ i }: Place) => apart([lightness[i]!, a[i]!, b[i]!], usual) < unlike;
  const alike = [0, 1].every((which) => {
    const own = sides.filter(({ side }) => side === which);
    return own.filter(isOuter).length >= mostly * own.length;
  });
  if (!alike) return undefined;
  const rows = partRows(places, isOuter);
  const { first, after } = longestRun(rows.map(isOpen));
  if (!rows.slice(0, first).every(isOther)) return undefined;
  const closed = rows.slice(after, after + 2).every((row) => !isOther(row));
  if (after - first < leastRows[closed ? 'closed' : 'open']) return undefined;
  const [outside, inside] = [new Float32Array(mask.length), new Float32Array(mask.length)];
  for (const place of places) {
    const { i, row, column, side } = place;
    if (isOuter(place)) outside[i] = 1;
    else if (row >= first && row < after && column < rows[row]!.widths[side]!) inside[i] = 1;
  }
  const [outer, inner] = [readColours(image, outside), readColours(image, inside)];
  return outer && inner && outer.main !== inner.main ? { outer, inner } : undefined;
}

/** How far one colour is from another one beyond light and shade. */
function apart(one: Triple, other: Triple): number {
  const { lightness, hue } = beyondShade(one, other);
  return Math.hypot(lightness, 2 * hue);
}

/** The cell of a pixel: `column` is counted from the spine to the left (0) or right (1) `side` of the picture. */
type Place = { i: number; row: number; column: number; side: 0 | 1 };

/** The places of a garment's pixels, without forearms, which may lie before the trunk. */
function placesOf({ part, u, v }: BodyMap, mask: Plane): Place[] {
  const places: Place[] = [];
  for (let i = 0; i < mask.length; i++) {
    if (mask[i]! < 0.5 || v[i]! < from || v[i]! >= to) continue;
    if (part[i] === bodyPart.leftForearm || part[i] === bodyPart.rightForearm) continue;
    const column = Math.floor(Math.abs(u[i]!) / cell);
    if (column < columns) places.push({ i, row: Math.floor((v[i]! - from) / cell), column, side: u[i]! < 0 ? 0 : 1 });
  }
  return places;
}

/** How far from the spine other cloth reaches in a row, in cells to either side, and which share of the row's pixels that parting tells right. */
type Row = { widths: readonly number[]; seen: number; onSpine: number; right: number };

const isOther = ({ widths, onSpine }: Row): boolean => onSpine === 0 || widths[0]! + widths[1]! >= leastWidth;
const isOpen = (row: Row): boolean => row.widths[0]! + row.widths[1]! >= leastWidth && row.right >= parted * row.seen;

function partRows(places: readonly Place[], isOuter: (place: Place) => boolean): Row[] {
  const side = () => ({ all: new Float32Array(columns), outer: new Float32Array(columns) });
  const rows = Array.from({ length: Math.ceil((to - from) / cell) + 2 }, () => [side(), side()]);
  for (const place of places) {
    const { all, outer } = rows[place.row]![place.side]!;
    all[place.column]! += 1;
    if (isOuter(place)) outer[place.column]! += 1;
  }
  return rows.map((sides) => {
    const partings = sides.map(({ all, outer }) => bestParting(all, outer));
    return {
      widths: partings.map(({ width }) => width),
      seen: sides.reduce((sum, { all }) => sum + total(all), 0),
      onSpine: sides.reduce((sum, { all }) => sum + total(all.subarray(0, spine)), 0),
      right: partings.reduce((sum, { right }) => sum + right, 0),
    };
  });
}

/** The column before which most is other cloth and from which on most is the outer garment, and how many pixels that tells right. */
function bestParting(all: Plane, outer: Plane): { width: number; right: number } {
  let right = total(outer);
  let best = { width: 0, right };
  for (let column = 0; column < beside; column++) {
    right += all[column]! - 2 * outer[column]!;
    if (right > best.right) best = { width: column + 1, right };
  }
  return best;
}

/** The longest run of what holds; `after` is not part of it. */
function longestRun(holds: readonly boolean[]): { first: number; after: number } {
  let [start, best] = [0, { first: 0, after: 0 }];
  for (const [at, one] of holds.entries()) {
    if (!one) start = at + 1;
    else if (at + 1 - start > best.after - best.first) best = { first: start, after: at + 1 };
  }
  return best;
}
