import type { Triple } from '../pixels/colour.ts';
import { bilinear, type Plane, type Rgb, type Size } from '../pixels/plane.ts';
import type { Point } from '../pixels/points.ts';
import { clamp, mix } from '../pixels/scalar.ts';
import { bodyEdges } from '../reference/flat-body.ts';
import { onSleeve } from '../reference/flat-sleeve.ts';
import type { GarmentShape } from '../reference/garment-shape.ts';

/** A flat garment to be worn as it is: linear light 0..1 over `size`, `mask` 1 on the garment, and its parts. */
export type Print = { size: Size; rgb: Rgb; mask: Plane; shape: GarmentShape };

/** How long a sleeve is on an arm: 1 to the elbow, 2 to the wrist. */
export const sleeveReach = ({ sleeves, chest }: GarmentShape): number => {
  const longest = Math.max(...sleeves.map((sleeve) => sleeve?.length ?? 0));
  return clamp((longest / (chest / 1.05)) * 1.25, 0, 2);
};

/** The colour of a point of the trunk; what lies beyond its seams, its neckline or its hem is as it is there. */
export function onTrunk(print: Print, [x, y]: Point): Triple | undefined {
  const { centre, body, hem, neckline, collars } = print.shape;
  // The pattern goes on below the hem as in a mirror.
  const low = hem - 3;
  const row = y > low ? Math.max(2 * low - y, (neckline + low) / 2) : y;
  const [left, right] = bodyEdges(body, row);
  const inNeck = x > collars[0][0] && x < collars[1][0];
  const down = inNeck ? Math.max(row, neckline + 2) : row;
  return colourAt(print, [clamp(x, left + 1, right - 1), down], [centre, Math.max(down, print.shape.armpit)]);
}

/** Where a sleeve surely shows its own pattern, of its length: its seam and its cuff lie outside. */
const [first, last] = [0.02, 0.97];

/**
 * The colour of a sleeve's point: `t` 0..1 along the garment's own sleeve, `across` -1..1 its width, from the picture's left. A
 * missing sleeve is the other one's mirror image; undefined if there is none.
 */
export function onSleeveOf(print: Print, side: 0 | 1, t: number, across: number): Triple | undefined {
  const { sleeves, centre } = print.shape;
  const own = sleeves[side];
  const sleeve = own ?? sleeves[side === 0 ? 1 : 0];
  if (!sleeve) return undefined;
  // Beyond its cuff a shorter sleeve is continued backwards, and so it is above its beginning, on the shoulder: its pattern goes on.
  const begun = t < first ? Math.min(0.3, 2 * first - t) : t;
  const folded = begun <= last ? begun : Math.max(0.3, 2 * last - begun);
  const place = (a: number): Point => {
    const [x, y] = onSleeve(sleeve, folded, own ? a : -a);
    return own ? [x, y] : [2 * centre - x, y];
  };
  return colourAt(print, place(clamp(across, -0.9, 0.9)), place(0));
}

/** The garment's colour at a point; off its edge that of the edge towards `inner`. */
function colourAt(print: Print, at: Point, inner: Point): Triple | undefined {
  const place = inside(print, at) ? at : edgeTowards(print, at, inner);
  if (!place) return undefined;
  const [x, y] = place;
  const [r, g, b] = print.rgb;
  return [bilinear(r, print.size, x, y), bilinear(g, print.size, x, y), bilinear(b, print.size, x, y)];
}

function inside({ size, mask }: Print, [x, y]: Point): boolean {
  if (x < 1 || y < 1 || x >= size.width - 2 || y >= size.height - 2) return false;
  return mask[Math.round(y) * size.width + Math.round(x)]! > 0.5;
}

function edgeTowards(print: Print, from: Point, inner: Point): Point | undefined {
  const at = (t: number): Point => [mix(from[0], inner[0], t), mix(from[1], inner[1], t)];
  let far = 1 / 12;
  while (!inside(print, at(far))) {
    far += 1 / 12;
    if (far > 0.95) return undefined;
  }
  // Refined by halving: whole steps would tear the pattern.
  let near = far - 1 / 12;
  for (let round = 0; round < 5; round++) {
    const middle = (near + far) / 2;
    if (inside(print, at(middle))) far = middle;
    else near = middle;
  }
  return at(far);
}
