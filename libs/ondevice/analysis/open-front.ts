import type { RgbImage } from '@styling/imaging';
import type { Subject } from '../garment/subject.ts';
import { type BodyMap, bodyPart } from '../person/body-map.ts';
import { beyondShade, type Triple } from '../pixels/colour.ts';
import type { Plane } from '../pixels/plane.ts';
import { median } from '../pixels/statistics.ts';
import { readColours, type SeenColours } from './seen-garment.ts';

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
  const seen = placesOf(body, mask);
  const sides = seen.filter(({ column }) => column >= beside);
  if (sides.length < leastPixels) return undefined;
  const usual = [lightness, a, b].map((plane) => median(sides.map(({ i }) => plane[i]!))) as unknown as Triple;
  const places = seen.map((place): Told => {
    const { i } = place;
    const apart = beyondShade([lightness[i]!, a[i]!, b[i]!], usual);
    return { ...place, isOuter: Math.hypot(apart.lightness, 2 * apart.hue) < unlike };
  });
  const alike = [0, 1].every((which) => {
    const own = places.filter(({ side, column }) => side === which && column >= beside);
    return own.filter(({ isOuter }) => isOuter).length >= mostly * own.length;
  });
  if (!alike) return undefined;
  const rows = Array.from({ length: Math.ceil((to - from) / cell) + 2 }, (): Told[] => []);
  for (const place of places) rows[place.row]!.push(place);
  const fronts = rows.map(readRow);
  const { first, after } = longestRun(fronts.map(({ isOpen }) => isOpen));
  if (!fronts.slice(0, first).every(({ isOther }) => isOther)) return undefined;
  const closed = fronts.slice(after, after + 2).every(({ isOther }) => !isOther);
  if (after - first < leastRows[closed ? 'closed' : 'open']) return undefined;
  const [outside, inside] = [new Float32Array(mask.length), new Float32Array(mask.length)];
  for (const { i, row, column, side, isOuter } of places) {
    if (isOuter) outside[i] = 1;
    else if (row >= first && row < after && column < fronts[row]!.widths[side]!) inside[i] = 1;
  }
  const [outer, inner] = [readColours(image, outside), readColours(image, inside)];
  return outer && inner && outer.main !== inner.main ? { outer, inner } : undefined;
}

/** The cell of a pixel: `column` is counted from the spine to the left (0) or right (1) `side` of the picture. */
type Place = { i: number; row: number; column: number; side: 0 | 1 };

/** A place, and whether it has the colour of the front's two sides. */
type Told = Place & { isOuter: boolean };

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

/** How far from the spine other cloth reaches in a row, in cells to either side; whether there is some there, and an opening that parts the row. */
type Row = { widths: readonly number[]; isOther: boolean; isOpen: boolean };

function readRow(places: readonly Told[]): Row {
  const [left, right] = [partHalf(places, 0), partHalf(places, 1)];
  const isWide = left.width + right.width >= leastWidth;
  return {
    widths: [left.width, right.width],
    isOther: isWide || places.every(({ column }) => column >= spine),
    isOpen: isWide && left.right + right.right >= parted * places.length,
  };
}

/** The column of a row's half before which most is other cloth and from which on most is the outer garment; how many pixels that tells right. */
function partHalf(places: readonly Told[], which: 0 | 1): { width: number; right: number } {
  const own = places.filter(({ side }) => side === which);
  const partings = Array.from({ length: beside + 1 }, (_, width) => ({
    width,
    right: own.filter(({ column, isOuter }) => column < width !== isOuter).length,
  }));
  return partings.reduce((best, one) => (one.right > best.right ? one : best));
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
