import type { RgbImage } from '@styling/imaging';
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
  const out = new Float32Array(side * side * 3);
  const taps = clamp(Math.round(Math.max(region.width, region.height) / side), 1, 4);
  const [cos, sin] = [Math.cos(region.rotation), Math.sin(region.rotation)];
  const count = side * taps;
  const [across, down] = [region.width / count, region.height / count];
  // The first tap lies half a tap from the corner; pixels' values are those of their centres.
  const x = region.x - 0.5 - ((count - 1) / 2) * (across * cos - down * sin);
  const y = region.y - 0.5 - ((count - 1) / 2) * (across * sin + down * cos);
  for (let row = 0; row < count; row++) {
    const start = Math.floor(row / taps) * side * 3;
    addRow(image, x - row * down * sin, y + row * down * cos, across * cos, across * sin, taps, out, start, side);
  }
  const scale = (high - low) / 255 / (taps * taps);
  for (let i = 0; i < out.length; i++) out[i] = low + out[i]! * scale;
  return out;
}

/** Adds the colours at places that begin at `x`, `y` and lie a step apart, `taps` of them to each pixel of a row of `out`. */
function addRow(
  { width, height, data }: RgbImage,
  x: number,
  y: number,
  stepX: number,
  stepY: number,
  taps: number,
  out: Float32Array,
  start: number,
  side: number,
): void {
  for (let column = 0, tap = 0; column < side; column++) {
    let red = 0;
    let green = 0;
    let blue = 0;
    for (const end = tap + taps; tap < end; tap++) {
      const px = x + tap * stepX;
      const py = y + tap * stepY;
      const left = Math.floor(px);
      const top = Math.floor(py);
      for (let corner = 0; corner < 4; corner++) {
        const cx = left + (corner & 1);
        const cy = top + (corner >> 1);
        if (cx < 0 || cy < 0 || cx >= width || cy >= height) continue;
        const weight = (1 - Math.abs(px - cx)) * (1 - Math.abs(py - cy));
        const from = (cy * width + cx) * 3;
        red += weight * data[from]!;
        green += weight * data[from + 1]!;
        blue += weight * data[from + 2]!;
      }
    }
    const at = start + column * 3;
    out[at]! += red;
    out[at + 1]! += green;
    out[at + 2]! += blue;
  }
}
