import type { Plane, Size } from './plane.ts';
import type { Point } from './points.ts';

/** A rectangle of a picture; `at` is the index in the picture of its pixel `i`. */
export type Window = { left: number; top: number; size: Size; at: (i: number) => number };

/** The rectangle round `points`, `margin` pixels wider, within a picture; undefined when it lies outside. */
export function boxAround(points: readonly Point[], margin: number, picture: Size): Window | undefined {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const left = Math.max(0, Math.floor(Math.min(...xs) - margin));
  const top = Math.max(0, Math.floor(Math.min(...ys) - margin));
  const width = Math.min(picture.width, Math.ceil(Math.max(...xs) + margin)) - left;
  const height = Math.min(picture.height, Math.ceil(Math.max(...ys) + margin)) - top;
  if (width < 1 || height < 1) return undefined;
  const at = (i: number) => (top + Math.floor(i / width)) * picture.width + left + (i % width);
  return { left, top, size: { width, height }, at };
}

/** The part of a plane that lies in a window. */
export function cropped(plane: Plane, { size, at }: Window): Plane {
  const out = new Float32Array(size.width * size.height);
  for (let y = 0; y < size.height; y++) {
    const from = at(y * size.width);
    out.set(plane.subarray(from, from + size.width), y * size.width);
  }
  return out;
}
