import { mix, smoothstep } from './scalar.ts';

/** One number per pixel, row by row; its meaning (0..1 opacity, OKLab lightness, distance in pixels ...) depends on the use. */
export type Plane = Float32Array;

/** Extent of planes and images in pixels. */
export type Size = { readonly width: number; readonly height: number };

/** Three planes, red, green, blue, sRGB encoded 0..1. */
export type Rgb = readonly [Plane, Plane, Plane];

/** Bytes `data` (RGB interleaved, sRGB) as three planes 0..1. */
export function rgbPlanes(data: Uint8Array): Rgb {
  const count = data.length / 3;
  const [red, green, blue] = [new Float32Array(count), new Float32Array(count), new Float32Array(count)];
  for (let i = 0, at = 0; i < count; i++, at += 3) {
    red[i] = data[at]! / 255;
    green[i] = data[at + 1]! / 255;
    blue[i] = data[at + 2]! / 255;
  }
  return [red, green, blue];
}

/** 1 where `labels` is `which`, else 0. */
export function maskOf(labels: Uint8Array, which: number): Plane {
  const out = new Float32Array(labels.length);
  for (let i = 0; i < out.length; i++) if (labels[i] === which) out[i] = 1;
  return out;
}

/** 1 where `isInside`, else 0. A loop, as the arrays' own `from` and `map` take ten times as long. */
export function maskWhere(count: number, isInside: (i: number) => boolean): Plane {
  const out = new Float32Array(count);
  for (let i = 0; i < count; i++) if (isInside(i)) out[i] = 1;
  return out;
}

/** The largest difference of a channel between pixel `i` of a picture and pixel `k` of another one, or of the same. */
export const channelDifference = ([r, g, b]: Rgb, i: number, [otherR, otherG, otherB]: Rgb, k: number): number =>
  Math.max(Math.abs(r[i]! - otherR[k]!), Math.abs(g[i]! - otherG[k]!), Math.abs(b[i]! - otherB[k]!));

/** The sum of a plane. */
export function total(plane: Plane): number {
  let sum = 0;
  for (let i = 0; i < plane.length; i++) sum += plane[i]!;
  return sum;
}

/** `1 - value` of each pixel. */
export function inverted(plane: Plane): Plane {
  const out = new Float32Array(plane.length);
  for (let i = 0; i < out.length; i++) out[i] = 1 - plane[i]!;
  return out;
}

/** The product of two planes, pixel by pixel. */
export function times(a: Plane, b: Plane, out: Plane = new Float32Array(a.length)): Plane {
  for (let i = 0; i < out.length; i++) out[i] = a[i]! * b[i]!;
  return out;
}

/** What at least one of some masks covers: the largest of their values, pixel by pixel. */
export function union(first: Plane, ...others: readonly Plane[]): Plane {
  const out = first.slice();
  for (const mask of others) for (let i = 0; i < out.length; i++) if (mask[i]! > out[i]!) out[i] = mask[i]!;
  return out;
}

/** {@link smoothstep} of each pixel, in place. */
export function stepPlane(plane: Plane, low: number, high: number): Plane {
  for (let i = 0; i < plane.length; i++) {
    const value = plane[i]!;
    // Most are at either end, and a division is slow.
    plane[i] = value <= low ? 0 : value >= high ? 1 : smoothstep(low, high, value);
  }
  return plane;
}

/** The inverse of {@link rgbPlanes}; values are clamped to 0..1 and rounded. */
export function rgbBytes([red, green, blue]: Rgb): Uint8Array {
  const bytes = new Uint8ClampedArray(red.length * 3);
  for (let i = 0, at = 0; i < red.length; i++, at += 3) {
    bytes[at] = red[i]! * 255;
    bytes[at + 1] = green[i]! * 255;
    bytes[at + 2] = blue[i]! * 255;
  }
  return new Uint8Array(bytes.buffer);
}

/** The value between the pixels of a plane; the point and its right and lower neighbours are inside. */
export function bilinear(plane: Plane, { width }: Size, x: number, y: number): number {
  const column = Math.floor(x);
  const row = Math.floor(y);
  const at = row * width + column;
  const above = mix(plane[at]!, plane[at + 1]!, x - column);
  return mix(above, mix(plane[at + width]!, plane[at + width + 1]!, x - column), y - row);
}
