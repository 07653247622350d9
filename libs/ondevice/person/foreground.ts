import { boxBlur } from '../pixels/box-blur.ts';
import { inverted, type Plane, type Rgb, type Size, times } from '../pixels/plane.ts';
import { growPart, type Shrunk, shrink, shrinkProduct } from '../pixels/resample.ts';
import { clamp } from '../pixels/scalar.ts';
import { cropped, paste, tiles, type Window } from '../pixels/window.ts';

/** Half the sides of the wide windows, as a share of the longer side, and of the narrow ones. */
const wide = 1 / 12;
const narrow = 4;

/**
 * The person's own colours where its edge is mixed with the background: without this, the old background's tint stays
 * round the hair. Blur-fusion, twice, with a wide and then a narrow window (Forte, "Approximate Fast Foreground Colour
 * Estimation", ICIP 2021), tile by tile.
 *
 * @param rgb the photograph, sRGB 0..1
 * @param matte opacity 0..1
 * @returns the person's colours, sRGB 0..1; meaningful where `matte` > 0
 */
export function estimateForeground(rgb: Rgb, matte: Plane, size: Size): Rgb {
  const out: Rgb = [new Float32Array(matte.length), new Float32Array(matte.length), new Float32Array(matte.length)];
  const means = wideMeans(rgb, matte, size);
  for (const { tile, around } of tiles(size, narrow)) {
    const opacity = cropped(matte, around);
    const even = isEven(opacity);
    if (even && opacity[0] === 0) continue;
    const seen: Rgb = [cropped(rgb[0], around), cropped(rgb[1], around), cropped(rgb[2], around)];
    const colours = even && opacity[0] === 1 ? seen : inTile(seen, opacity, around, means);
    for (const c of [0, 1, 2] as const) paste(colours[c], around, tile, out[c]);
  }
  return out;
}

function isEven(plane: Plane): boolean {
  for (let i = 1; i < plane.length; i++) if (plane[i] !== plane[0]) return false;
  return true;
}

/** Means of wide windows: of the opacity and of what is left of it, and of each channel times either. */
type Means = { factor: number; matte: Shrunk; rest: Shrunk; inside: Three; outside: Three };
type Three = readonly [Shrunk, Shrunk, Shrunk];

/** On copies whose pixels are an eighth of the windows' radius large: nothing finer is left of them. */
function wideMeans(rgb: Rgb, matte: Plane, size: Size): Means {
  const radius = Math.round(Math.max(size.width, size.height) * wide);
  const factor = Math.max(1, Math.floor(radius / 8));
  const blurred = ({ plane, size: small }: Shrunk): Shrunk => ({
    plane: boxBlur(plane, small, radius / factor, plane),
    size: small,
  });
  const near = (plane: Plane) => blurred(shrink(plane, size, factor));
  const rest = inverted(matte);
  const weighted = (weights: Plane): Three => {
    const of = (plane: Plane) => blurred(shrinkProduct(plane, weights, size, factor));
    return [of(rgb[0]), of(rgb[1]), of(rgb[2])];
  };
  return { factor, matte: near(matte), rest: near(rest), inside: weighted(matte), outside: weighted(rest) };
}

/** The person's colours in the window that `matte` and the colours `seen` in it are cut to. */
function inTile(seen: Rgb, matte: Plane, window: Window, means: Means): Rgb {
  const rest = inverted(matte);
  const part = (small: Shrunk) => growPart(small, means.factor, window);
  const near = (plane: Plane) => boxBlur(plane, window.size, narrow);
  const [matteAfar, restAfar, matteNear, restNear] = [part(means.matte), part(means.rest), near(matte), near(rest)];
  const channel = (c: 0 | 1 | 2): Plane => {
    const [inside, outside] = [part(means.inside[c]), part(means.outside[c])];
    separate(seen[c], matte, inside, matteAfar, outside, restAfar);
    const own = near(times(inside, matte, inside));
    separate(seen[c], matte, own, matteNear, near(times(outside, rest, outside)), restNear);
    return own;
  };
  return [channel(0), channel(1), channel(2)];
}

/** From means of what lies inside and outside, and of their weights, to the colours of person and ground, in place. */
function separate(seen: Plane, matte: Plane, inside: Plane, near: Plane, outside: Plane, far: Plane): void {
  for (let i = 0; i < matte.length; i++) {
    const a = matte[i]!;
    const f = inside[i]! / (near[i]! + 1e-5);
    const b = outside[i]! / (far[i]! + 1e-5);
    outside[i] = b;
    inside[i] = clamp(f + a * (seen[i]! - a * f - (1 - a) * b), 0, 1);
  }
}
