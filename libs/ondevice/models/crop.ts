import type { RgbImage } from '@styling/imaging';
import { bytesAt, kernels, planeAt, reserve } from '../kernels/kernels.ts';
import type { Size } from '../pixels/plane.ts';
import type { Point } from '../pixels/points.ts';
import { clamp } from '../pixels/scalar.ts';

/** A rotated rectangle of an image in pixels: centre, extent, rotation in radians (positive: clockwise on screen). */
export type Region = { x: number; y: number; width: number; height: number; rotation: number };

/** An upright or turned square region. */
export const square = (x: number, y: number, side: number, rotation = 0): Region => ({
  x,
  y,
  width: side,
  height: side,
  rotation,
});

/** All of an image. */
export const wholeImage = ({ width, height }: Size): Region => ({
  x: width / 2,
  y: height / 2,
  width,
  height,
  rotation: 0,
});

/** The image point at (`u`, `v`), both 0..1 over the region. */
export function regionPoint(region: Region, u: number, v: number): Point {
  const dx = (u - 0.5) * region.width;
  const dy = (v - 0.5) * region.height;
  const [cos, sin] = [Math.cos(region.rotation), Math.sin(region.rotation)];
  return [region.x + dx * cos - dy * sin, region.y + dx * sin + dy * cos];
}

/**
 * A region resampled to `side` x `side` RGB floats scaled to `low`..`high`, black outside the image. Several bilinear
 * taps a pixel when shrinking, so that fine patterns do not alias.
 */
export function cropRegion(image: RgbImage, region: Region, side: number, low: number, high: number): Float32Array {
  const { width, height, data } = image;
  const taps = clamp(Math.round(Math.max(region.width, region.height) / side), 1, 4);
  const count = side * side * 3;
  // What lies between two pixels is read with a byte of a third one.
  const [from, to, work] = reserve(data.length + 1, count * 4, kernels.cropWork(side, taps));
  bytesAt(from, data.length).set(data);
  const scale = (high - low) / 255 / (taps * taps);
  const [cos, sin] = [Math.cos(region.rotation), Math.sin(region.rotation)];
  const turned = [region.x, region.y, region.width, region.height, cos, sin] as const;
  kernels.crop(from, to, work, width, height, ...turned, side, taps, scale);
  const out = planeAt(to, count).slice();
  if (low !== 0) for (let i = 0; i < count; i++) out[i]! += low;
  return out;
}

/** The mirror image of a crop of `side` x `side` RGB values. */
export function mirrorImage(crop: Float32Array, side: number): Float32Array {
  const out = new Float32Array(crop.length);
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++)
      for (let c = 0; c < 3; c++) out[(y * side + x) * 3 + c] = crop[(y * side + side - 1 - x) * 3 + c]!;
  return out;
}

/** The mean of `side` x `side` values seen in a crop and of those `reflected` in its mirror image. */
export function meanWithReflected(seen: Float32Array, reflected: Float32Array, side: number): Float32Array {
  const out = new Float32Array(seen.length);
  for (let y = 0, i = 0; y < side; y++)
    for (let x = 0; x < side; x++, i++) out[i] = (seen[i]! + reflected[i - x + side - 1 - x]!) / 2;
  return out;
}
