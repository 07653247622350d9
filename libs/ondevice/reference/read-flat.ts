import type { RgbImage } from '@styling/imaging';
import { flatKind } from '../analysis/flat-kind.ts';
import type { Looks } from '../garment/choose-colours.ts';
import type { Swatch } from '../garment/cloth.ts';
import { toLinear } from '../pixels/colour.ts';
import { insideDistance } from '../pixels/inside-distance.ts';
import { maskWhere, type Plane, type Rgb, type Size } from '../pixels/plane.ts';
import { clamp } from '../pixels/scalar.ts';
import { median, quantile } from '../pixels/statistics.ts';
import { cutOfSeen } from './cut-of-seen.ts';
import { readLook } from './read-look.ts';
import { readSwatch, type SeenCloth } from './read-swatch.ts';

/** Widths in shoulder widths: of a waistband laid flat, and of a garment at the chest. */
const waistWidth = 0.85;
const chestWidth = 1.05;
/** Lengths in shoulder widths: how far the seam of a shoulder lies above its joint, shoulder line to hips, waist to hips, hips to knees. */
const aboveJoint = 0.12;
const trunkLength = 1.4;
const waistToHips = 0.35;
const thigh = 1.05;
/** How far below the shoulder line necklines reach, in which the inside of the back shows. */
const belowNeck = 0.08;

/**
 * Reads a garment that lies flat: its look and cut, and a swatch if it is patterned or printed: of an upper garment the trunk below the
 * neckline, so that a print is worn where it is; above and on the sleeves the cloth goes on as there.
 *
 * @param rgb sRGB 0..1
 * @param mask 1 on the garment
 */
export function readFlat(image: RgbImage, rgb: Rgb, mask: Plane): Looks {
  const look = readLook(image, mask);
  if (!look) return { upper: undefined, lower: undefined };
  const seen = flatKind(mask, image);
  const cut = cutOfSeen(seen);
  const edge = Math.max(image.width, image.height) / 120;
  const inner = insideDistance(mask, image);
  const cloth: SeenCloth = {
    size: image,
    rgb: [rgb[0].map(toLinear), rgb[1].map(toLinear), rgb[2].map(toLinear)],
    // The ground shines through at the edge.
    cloth: maskWhere(mask.length, (i) => inner[i]! > edge),
  };
  if (cut?.kind === 'bottom') {
    const legs = flatLegs(mask, image.width);
    const lower = cut.name === 'skirt' ? skirtOf(legs.long - waistToHips) : cut.lower;
    return {
      upper: undefined,
      lower: { ...look, swatch: ofLegs(cloth, legs), cut: { ...cut, ...(lower && { lower }) } },
    };
  }
  const trunk = flatTrunk(mask, image);
  if (!trunk || !cut) return { upper: look, lower: undefined };
  const below = ((trunk.hem - trunk.shoulder) * chestWidth) / trunk.chest - trunkLength;
  const lower = cut.kind === 'dress' ? skirtOf(below) : undefined;
  return {
    upper: { ...look, swatch: ofTrunk(cloth, trunk), cut: { ...cut, ...(lower && { lower }) } },
    lower: undefined,
  };
}

/** A skirt that ends so many shoulder widths below the hips. */
const skirtOf = (below: number) => ({ cut: 'a-line skirt', length: clamp(below / thigh, 0.5, 1.9) }) as const;

function ofTrunk(seen: SeenCloth, { centre, shoulder, hem, chest }: FlatTrunk): Swatch | undefined {
  const scale = chest / chestWidth;
  const origin = [centre, shoulder + aboveJoint * scale] as const;
  const half = chestWidth / 2;
  const stretch = { left: -half, right: half, top: belowNeck, bottom: (hem - origin[1]) / scale };
  return readSwatch(seen, { origin, right: [scale, 0], down: [0, scale] }, stretch, 'all');
}

/** The box of a garment for the legs, in pixels, pixels a shoulder width by its waistband, and its length in shoulder widths. */
type FlatLegs = { left: number; right: number; top: number; scale: number; long: number };

function flatLegs(mask: Plane, width: number): FlatLegs {
  const whole = extentOf(mask, width, 0, mask.length / width);
  const waist = extentOf(mask, width, whole.top, whole.top + (whole.bottom - whole.top) * 0.1);
  const scale = (waist.right - waist.left) / waistWidth;
  return { ...whole, scale, long: (whole.bottom - whole.top) / scale };
}

function ofLegs(seen: SeenCloth, { left, right, top, scale, long }: FlatLegs): Swatch | undefined {
  const origin = [(left + right) / 2, top - scale] as const;
  const half = (right - left) / 2 / scale;
  const stretch = { left: -half, right: half, top: 1, bottom: 1 + long };
  return readSwatch(seen, { origin, right: [scale, 0], down: [0, scale] }, stretch, 'largest');
}

/** The box round the mask between two rows. */
function extentOf(mask: Plane, width: number, from: number, to: number) {
  const box = { left: width, right: 0, top: Number.POSITIVE_INFINITY, bottom: 0 };
  for (let y = Math.floor(from); y < to; y++)
    for (let x = 0; x < width; x++) {
      if (mask[y * width + x]! < 0.5) continue;
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x);
      box.top = Math.min(box.top, y);
      box.bottom = Math.max(box.bottom, y);
    }
  return box;
}

/** The trunk of an upright upper garment in its picture, in pixels: its middle column, the rows of shoulders and hem, its width at the chest. */
type FlatTrunk = { centre: number; shoulder: number; hem: number; chest: number };

/** A garment of fewer rows is too small to read. */
const leastRows = 40;
/** Where shoulders lie, in chest widths from the middle: outside of the neckline and inside of the armholes. */
const onShoulder = 0.3;

/**
 * Finds the trunk of a garment laid flat, from its outline.
 *
 * @param mask 1 on the garment
 * @returns undefined if the middle column is not garment, as between the legs of trousers
 */
function flatTrunk(mask: Plane, { width, height }: Size): FlatTrunk | undefined {
  const columns: number[] = [];
  for (let i = 0; i < mask.length; i++) if (mask[i]! > 0.5) columns.push(i % width);
  if (columns.length === 0) return undefined;
  const centre = Math.round(median(columns));
  const inside = (x: number, y: number) => x >= 0 && x < width && mask[y * width + x]! > 0.5;
  const rows = Array.from({ length: height }, (_, y) => y);
  const across = rows.filter((y) => inside(centre, y));
  const [top, hem] = [across[0] ?? 0, across.at(-1) ?? 0];
  const tall = hem - top;
  if (tall < leastRows) return undefined;
  const widths = across
    .filter((y) => y > top + 0.2 * tall && y < top + 0.75 * tall)
    .map((y) => {
      let [left, right] = [centre, centre];
      while (inside(left - 1, y)) left--;
      while (inside(right + 1, y)) right++;
      return right - left + 1;
    });
  if (widths.length < 0.4 * tall) return undefined;
  // Sleeves may lie against the trunk, and skirts are wide: the trunk is as wide as its narrower rows.
  const chest = quantile(widths, 0.2);
  const topAt = (x: number) => rows.find((y) => inside(Math.round(x), y)) ?? top;
  const shoulder = (topAt(centre - onShoulder * chest) + topAt(centre + onShoulder * chest)) / 2;
  return { centre, shoulder, hem, chest };
}
