import type { Surface } from '../garment/materials.ts';
import type { Triple } from '../pixels/colour.ts';
import type { Plane, Size } from '../pixels/plane.ts';
import { grow } from '../pixels/resample.ts';
import { clamp, mix, smoothstep } from '../pixels/scalar.ts';
import type { Raster } from './raster.ts';

/** Light on cloth: a factor on its colour in linear light, and what it reflects as it is. */
export type Lit = { intensity: number; highlight: number };

/** How far round a place is looked for what shades it, in shoulder widths, and how much it does. */
const shadeRadius = 0.045;
const shadeGain = 1.3;
/** How much a place has to shine to be half as bright as the brightest: cloth and leather have a broad sheen, no glints. */
const broad = 0.5;
/** How much light the fibres of the blackest cloth reflect where they are lit. */
const fuzz = 0.03;
/**
 * How much more folds are lit on one side than on the other, by the cloth's colour: they are seen by light that comes along the cloth,
 * whatever comes from the front. From how steep they are only, linearly (Pentland 1990).
 */
const raking = { white: 0.75, coloured: 1.6, black: 2.8 } as const;
const rakingRange = [-0.5, 0.4] as const;
/** White cloth that lies flat is nearly as bright as it can be: how much of what is brighter than that it shows. Its folds are shadows. */
const brighterWhite = 0.45;
/** Over how much of a fold its slope is taken for highlights, in shoulder widths. */
const glintRadius = 0.012;
const around = [0, 1, 2, 3, 4, 5].flatMap((k) =>
  [0.6, 1].map((far) => [far * Math.cos((k / 6) * Math.PI), far * Math.sin((k / 6) * Math.PI)] as const),
);

/**
 * Light on a raster's relief: ambient light mostly from above plus a wrapped Lambert term (Half-Life's "half Lambert" with a wrap of
 * 0.1), darkened in hollows, with Blinn's highlight (1977) on glossy cloth. Dark cloth gets less ambient light for its
 * contrast, as the numbers were tuned by eye.
 *
 * @param light unit vector towards the light
 * @param albedo luminance of the cloth, 0..1
 * @returns what writes the light on a pixel into `lit`: an object for each would have to be collected
 */
export function relight(
  { size, alpha, height, folds }: Raster,
  scale: number,
  light: Triple,
  { gloss, contrast }: Surface,
  albedo: number,
): (i: number, lit: Lit) => void {
  const { width } = size;
  const radius = Math.max(2, Math.round(scale * shadeRadius));
  const [lx, ly, lz] = light;
  const half = Math.hypot(lx, ly, lz + 1);
  /** How much a surface that faces us shines: only what is turned to the light more than that has a highlight. */
  const facing = (lz + 1) / half;
  // Folds of dark cloth are seen by their sheen, and those of white cloth fade in its own reflections.
  const relief = contrast * (1.5 + 0.9 * Math.max(0, 1 - albedo / 0.12) - 0.5 * smoothstep(0.45, 0.75, albedo));
  // White cloth that is lit fully has no form any more.
  const kept = 1 - 0.1 * smoothstep(0.45, 0.85, albedo);
  const [ambient, direct] = [kept * (0.2 + 0.16 * albedo), kept * (0.92 - 0.22 * albedo)];
  const flat = ambient * 0.85 + direct * ((lz + 0.1) / 1.1);
  const brighter = mix(1, brighterWhite, smoothstep(0.35, 0.7, albedo));
  const dark = Math.max(0, 1 - albedo / 0.06);
  const rake = contrast * mix(mix(raking.coloured, raking.white, smoothstep(0.35, 0.7, albedo)), raking.black, dark);
  // From the side that is lit, and from above.
  const along = [lx < 0 ? -0.8 : 0.8, -0.6] as const;
  const surroundings = framed(height, alpha, size, radius);
  const framedWidth = width + 2 * radius;
  const opposite = around.map(([dx, dy]) => Math.round(dy * radius) * framedWidth + Math.round(dx * radius));
  /** How far the surroundings lie above a pixel; where one side ends, it is taken as the other's continuation. */
  const hollow = (i: number): number => {
    const x = i % width;
    const at = ((i - x) / width + radius) * framedWidth + x + radius;
    let sum = 0;
    for (let k = 0; k < opposite.length; k++) {
      const both = surroundings[at + opposite[k]!]! + surroundings[at - opposite[k]!]!;
      if (!Number.isNaN(both)) sum += both / 2 - height[i]!;
    }
    return sum / opposite.length;
  };
  const far = Math.max(2, Math.round(scale * glintRadius));
  const isCloth = (i: number): boolean => i >= 0 && i < alpha.length && alpha[i]! >= 0.5;
  /** Cosine to the half vector, from slopes over some pixels: on the crest of a narrow fold it would glint. */
  const mirrored = (i: number): number => {
    const left = i - far;
    const right = i + far;
    const above = i - far * width;
    const below = i + far * width;
    // An edge is a fold in the part, not in the cloth.
    if (!isCloth(left) || !isCloth(right) || !isCloth(above) || !isCloth(below)) return facing;
    const sx = ((height[right]! - height[left]!) / (2 * far)) * contrast;
    const sy = ((height[below]! - height[above]!) / (2 * far)) * contrast;
    return (lz + 1 - sx * lx - sy * ly) / (half * Math.sqrt(sx * sx + sy * sy + 1));
  };
  const hollows = shadeOf(size, alpha, scale > fineScale ? 2 : 1, hollow);
  return (i, lit) => {
    const slopeX = ((height[i + 1]! - height[i - 1]!) / 2) * relief;
    const slopeY = ((height[i + width]! - height[i - width]!) / 2) * relief;
    const nz = 1 / Math.sqrt(slopeX * slopeX + slopeY * slopeY + 1);
    const nx = -slopeX * nz;
    const ny = -slopeY * nz;
    const lambert = Math.max(0, (nx * lx + ny * ly + nz * lz + 0.1) / 1.1);
    const open = 1 - clamp(hollows[i]! / radius, -0.12, 0.6) * shadeGain;
    const shine = Math.max(0, (mirrored(i) - facing) / (1 - facing));
    const sheen = fuzz * dark * Math.max(0, lambert - 0.6);
    const across = folds[i + 1]! - folds[i - 1]!;
    const down = folds[i + width]! - folds[i - width]!;
    const raked =
      open * (1 + clamp((-rake * (across * along[0] + down * along[1])) / 2, rakingRange[0], rakingRange[1]));
    const intensity = (ambient * (0.85 - 0.15 * ny) + direct * lambert) * raked;
    lit.intensity = intensity > flat ? mix(flat, intensity, brighter) : intensity;
    lit.highlight = (gloss * 0.3 * (shine / (shine + broad)) ** 1.5 + 0.006 * shine + sheen) * raked;
  };
}

/** Heights where cloth covers a pixel, else NaN; in a frame of that, `margin` wide. */
function framed(height: Plane, alpha: Plane, size: Size, margin: number): Plane {
  const width = size.width + 2 * margin;
  const out = new Float32Array(width * (size.height + 2 * margin)).fill(Number.NaN);
  for (let y = 0, i = 0; y < size.height; y++)
    for (let x = 0, at = (y + margin) * width + margin; x < size.width; x++, i++, at++)
      if (alpha[i]! > 0.5) out[at] = height[i]!;
  return out;
}

/** Above this many pixels of a shoulder width every other pixel is enough, and the rest lies between. */
const fineScale = 160;

/** `hollow` of the pixels that are covered, or next to one that is; on a grid of `step` pixels, as hollows are wide. */
function shadeOf(size: Size, alpha: Plane, step: number, hollow: (i: number) => number): Plane {
  const coarse = { width: Math.ceil(size.width / step), height: Math.ceil(size.height / step) };
  const plane = new Float32Array(coarse.width * coarse.height);
  for (let i = 0; i < plane.length; i++) {
    const x = (i % coarse.width) * step;
    const at = Math.floor(i / coarse.width) * step * size.width + x;
    if (alpha[at]! > 0) plane[i] = hollow(at);
  }
  return step === 1 ? plane : grow({ plane, size: coarse }, size, step);
}
