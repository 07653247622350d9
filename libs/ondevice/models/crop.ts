import type { RgbImage } from '@styling/imaging';
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
  const out = new Float32Array(side * side * 3);
  const taps = clamp(Math.round(Math.max(region.width, region.height) / side), 1, 4);
  const scale = (high - low) / 255 / (taps * taps);
  const [cos, sin] = [Math.cos(region.rotation), Math.sin(region.rotation)];
  /** How far a tap lies from the region's centre, in an extent of 1; those of a pixel follow each other. */
  const away = Float64Array.from({ length: side * taps }, (_, tap) => {
    const pixel = Math.floor(tap / taps);
    return (pixel + ((tap % taps) + 0.5) / taps) / side - 0.5;
  });
  const acrossX = away.map((share) => region.x + share * region.width * cos);
  const acrossY = away.map((share) => region.y + share * region.width * sin);
  for (let row = 0; row < away.length; row++) {
    const dy = away[row]! * region.height;
    const [downX, downY] = [dy * sin, dy * cos];
    const start = Math.floor(row / taps) * side * 3;
    for (let column = 0; column < away.length; column++) {
      const px = acrossX[column]! - downX - 0.5;
      const py = acrossY[column]! + downY - 0.5;
      const x0 = Math.floor(px);
      const y0 = Math.floor(py);
      if (x0 < -1 || y0 < -1 || x0 >= width || y0 >= height) continue;
      const at = start + Math.floor(column / taps) * 3;
      if (x0 >= 0 && y0 >= 0 && x0 < width - 1 && y0 < height - 1) {
        const far = px - x0;
        const below = py - y0;
        const from = (y0 * width + x0) * 3;
        const next = from + width * 3;
        for (let c = 0; c < 3; c++) {
          const above = data[from + c]! * (1 - far) + data[from + c + 3]! * far;
          const under = data[next + c]! * (1 - far) + data[next + c + 3]! * far;
          out[at + c]! += (above * (1 - below) + under * below) * scale;
        }
        continue;
      }
      for (let corner = 0; corner < 4; corner++) {
        const cx = x0 + (corner & 1);
        const cy = y0 + (corner >> 1);
        if (cx < 0 || cy < 0 || cx >= width || cy >= height) continue;
        const weight = (1 - Math.abs(px - cx)) * (1 - Math.abs(py - cy)) * scale;
        const from = (cy * width + cx) * 3;
        for (let c = 0; c < 3; c++) out[at + c]! += data[from + c]! * weight;
      }
    }
  }
  for (let i = 0; i < out.length; i++) out[i]! += low;
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
