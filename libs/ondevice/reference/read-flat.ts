import type { RgbImage } from '@styling/imaging';
import { flatKind } from '../analysis/flat-kind.ts';
import type { Looks } from '../garment/choose-colours.ts';
import { type Print, sleeveReach } from '../garment/print.ts';
import type { ReferenceCut } from '../garment/reference-cut.ts';
import { toLinear } from '../pixels/colour.ts';
import { insideDistance } from '../pixels/inside-distance.ts';
import type { Plane, Rgb } from '../pixels/plane.ts';
import { clamp } from '../pixels/scalar.ts';
import { cutOfSeen } from './cut-of-seen.ts';
import type { GarmentShape } from './garment-shape.ts';
import { garmentShape } from './garment-shape.ts';
import { readLook } from './read-look.ts';
import { readSwatch } from './read-swatch.ts';

/** Widths in shoulder widths: of a waistband laid flat, and of a garment at the armpits. */
const waistWidth = 0.85;
const chestWidth = 1.05;
/** Lengths in shoulder widths: shoulder line to hips, waist to hips, hips to knees. */
const trunkLength = 1.4;
const waistToHips = 0.35;
const thigh = 1.05;
/** Necklines lower than this share of the chest's width below the shoulders are low. */
const lowNeck = 0.2;

/**
 * Reads a garment that lies flat: its look and its cut from its outline, upper garments whole (`print`), of others a swatch if
 * they are patterned.
 *
 * @param rgb sRGB 0..1
 * @param mask 1 on the garment
 */
export function readFlat(image: RgbImage, rgb: Rgb, mask: Plane): Looks {
  const look = readLook(image, mask);
  if (!look) return { upper: undefined, lower: undefined };
  const linear = [rgb[0].map(toLinear), rgb[1].map(toLinear), rgb[2].map(toLinear)] as const;
  const seen = flatKind(mask, image);
  const cut = cutOfSeen(seen);
  if (cut?.kind === 'bottom') {
    const swatch = swatchOf(image, linear, mask, waistWidth);
    return { upper: undefined, lower: { ...look, swatch, cut: withLength(cut, image, mask) } };
  }
  const shape = garmentShape(image, mask);
  if (!shape || !cut) return { upper: look, lower: undefined };
  return {
    upper: { ...look, print: printOf(image, linear, mask, shape), cut: measured(cut, shape) },
    lower: undefined,
  };
}

/** The garment itself, less the pixels of its edge where the ground shines through. */
function printOf(image: RgbImage, rgb: Rgb, flat: Plane, shape: GarmentShape): Print {
  const edge = Math.max(image.width, image.height) / 120;
  const mask = insideDistance(flat, image).map((distance) => (distance > edge ? 1 : 0));
  return { size: { width: image.width, height: image.height }, rgb, mask, shape };
}

/** Sleeves, neckline and skirt by the garment's own measures. */
function measured(cut: ReferenceCut, shape: GarmentShape): ReferenceCut {
  const { collars, neckline, chest, hem, shoulder } = shape;
  const low = neckline - (collars[0][1] + collars[1][1]) / 2 > lowNeck * chest;
  const below = (hem - shoulder) * (chestWidth / chest) - trunkLength;
  return {
    ...cut,
    sleeve: sleeveReach(shape),
    neck: low ? 'scoop' : 'crew',
    ...(cut.kind === 'dress' && { lower: { cut: 'a-line skirt', length: clamp(below / thigh, 0.5, 1.9) } }),
  };
}

type Extent = { left: number; right: number; top: number; bottom: number };

/** Skirts by their proportion; trousers are long or short. */
function withLength(cut: ReferenceCut, image: RgbImage, mask: Plane): ReferenceCut {
  if (cut.name !== 'skirt') return cut;
  const { top, bottom } = extentOf(mask, image.width, 0, image.height);
  const waist = extentOf(mask, image.width, top, top + (bottom - top) * 0.1);
  const long = (bottom - top) * (waistWidth / (waist.right - waist.left)) - waistToHips;
  return { ...cut, lower: { cut: 'a-line skirt', length: clamp(long / thigh, 0.5, 1.9) } };
}

function swatchOf(image: RgbImage, rgb: Rgb, mask: Plane, width: number) {
  const { left, right, top, bottom } = extentOf(mask, image.width, 0, image.height);
  const waist = extentOf(mask, image.width, top, top + (bottom - top) * 0.1);
  const scale = (waist.right - waist.left) / width;
  const lie = {
    origin: [(left + right) / 2, top - scale] as const,
    right: [scale, 0] as const,
    down: [0, scale] as const,
  };
  const half = (right - left) / 2 / scale;
  return readSwatch(rgb, image, mask, lie, { left: -half, right: half, top: 1, bottom: 1 + (bottom - top) / scale });
}

/** The box round the mask between two rows. */
function extentOf(mask: Plane, width: number, from: number, to: number): Extent {
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
