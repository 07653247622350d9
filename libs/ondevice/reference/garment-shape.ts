import type { RgbImage } from '@styling/imaging';
import { oklabOf } from '../pixels/colour.ts';
import type { Plane } from '../pixels/plane.ts';
import type { Point } from '../pixels/points.ts';
import { clamp } from '../pixels/scalar.ts';
import { median } from '../pixels/statistics.ts';
import { type FlatBody, flatBody } from './flat-body.ts';
import { type FlatSleeve, flatSleeve } from './flat-sleeve.ts';
import { type Silhouette, silhouetteOf } from './silhouette.ts';

/** Where the parts of a flat upper garment lie in its picture, in pixels; pairs are left and right in the picture. */
export type GarmentShape = {
  centre: number;
  /** Rows of the shoulders, the armpits and the hem. */
  shoulder: number;
  armpit: number;
  hem: number;
  /** Width at the armpits. */
  chest: number;
  /** Highest points beside the neck, the front neckline's row at the centre, the shoulders' outer ends. */
  collars: readonly [Point, Point];
  neckline: number;
  tips: readonly [Point, Point];
  body: FlatBody;
  sleeves: readonly [FlatSleeve | undefined, FlatSleeve | undefined];
};

/**
 * Finds the parts of an upper garment laid flat or hung, from its outline; undefined when it is not one.
 *
 * @param mask 1 on the garment
 */
export function garmentShape(image: RgbImage, mask: Plane): GarmentShape | undefined {
  const silhouette = silhouetteOf(mask, image);
  if (!silhouette) return undefined;
  const { centre, top, bottom, middle, topAt } = silhouette;
  const armpit = silhouette.armpit ?? Math.floor(top + (bottom - top) * 0.26);
  const run = middle(Math.min(bottom, armpit + Math.round((bottom - top) * 0.02)));
  if (!run) return undefined;
  const chest = run[1] - run[0];
  const inset = chest * 0.06;
  const armholes = [run[0] + inset, run[1] - inset] as const;
  const shoulder = (topAt(armholes[0] + chest * 0.04) + topAt(armholes[1] - chest * 0.04)) / 2;
  const start = shoulder + chest * 0.07;
  const left = flatSleeve(silhouette, -1, armholes[0], start, chest);
  const right = flatSleeve(silhouette, 1, armholes[1], start, chest);
  const collars = [collarPoint(silhouette, chest, -1), collarPoint(silhouette, chest, 1)] as const;
  return {
    ...{ centre, shoulder, armpit, hem: bottom, chest, collars },
    neckline: necklineRow(image, silhouette, chest, (collars[0][1] + collars[1][1]) / 2),
    tips: [
      shoulderTip(silhouette, chest, -1, armholes[0], left),
      shoulderTip(silhouette, chest, 1, armholes[1], right),
    ],
    body: flatBody(silhouette, shoulder, run, inset),
    sleeves: [left, right],
  };
}

/** The highest point of the outline beside the neck. */
function collarPoint({ centre, topAt }: Silhouette, chest: number, side: -1 | 1): Point {
  let best: Point = [centre + side * chest * 0.16, Number.POSITIVE_INFINITY];
  for (let away = 0.09; away < 0.36; away += 0.01) {
    const x = centre + side * chest * away;
    if (topAt(x) < best[1] - 1) best = [x, topAt(x)];
  }
  return best;
}

/** The shoulder's outer end: the outline's farthest point from the chord collar to cuff, where it turns down. */
function shoulderTip(
  { centre, topAt }: Silhouette,
  chest: number,
  side: -1 | 1,
  armhole: number,
  sleeve: FlatSleeve | undefined,
): Point {
  if (!sleeve) return [armhole, topAt(armhole)];
  const neck: Point = [centre + side * chest * 0.2, topAt(centre + side * chest * 0.2)];
  const cuff = sleeve.from[0] + sleeve.along[0] * sleeve.length;
  const end = side > 0 ? Math.max(cuff, armhole + chest * 0.1) : Math.min(cuff, armhole - chest * 0.1);
  const [dx, dy] = [end - neck[0], topAt(end) - neck[1]];
  const length = Math.hypot(dx, dy) || 1;
  let tip: Point = [armhole, topAt(armhole)];
  let farthest = 0;
  for (let t = 0.05; t < 0.95; t += 0.02) {
    const x = neck[0] + dx * t;
    const away = ((x - neck[0]) * dy - (topAt(x) - neck[1]) * dx) / length;
    if (away * side <= farthest || Math.abs(x - centre) > chest * 0.75) continue;
    farthest = away * side;
    tip = [x, topAt(x)];
  }
  return tip;
}

/** Below the inside of the back that shows above the front neckline, if it has another colour or the ground shows. */
function necklineRow(image: RgbImage, { centre, top, bottom, topAt }: Silhouette, chest: number, sides: number) {
  const planes = Object.values(oklabOf(image));
  const column = Math.round(centre);
  const first = topAt(column);
  if (first - sides > chest * 0.06) return first;
  const colourOf = (y: number, across: number, rows: number) =>
    planes.map((plane) => {
      const values: number[] = [];
      for (let row = y; row < y + rows; row++)
        for (let x = column - across; x <= column + across; x++) values.push(plane[Math.floor(row) * image.width + x]!);
      return median(values);
    });
  const inside = colourOf(first + 4, 6, Math.max(2, chest * 0.035));
  const body = colourOf(top + (bottom - top) * 0.3, Math.round(chest * 0.2), Math.round((bottom - top) * 0.3));
  const away = (colour: number[], from: number[]) => Math.hypot(...colour.map((value, c) => value - from[c]!));
  if (away(inside, body) < 0.05) return sides + chest * 0.05;
  for (let y = first + Math.round(chest * 0.03); y < first + chest * 0.4; y++) {
    const here = colourOf(y, 5, 1);
    if (away(here, body) < away(here, inside)) return clamp(y, sides, sides + chest * 0.5);
  }
  return sides + chest * 0.08;
}
