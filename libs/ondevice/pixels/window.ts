import type { Plane, Size } from './plane.ts';
import type { Point } from './points.ts';

/** A rectangle that may reach beyond its picture. */
export type Rectangle = { left: number; top: number; size: Size };

/** A rectangle of a picture; `at` is the index in the picture of its pixel `i`. */
export type Window = Rectangle & { at: (i: number) => number };

/** The rectangle round `points`, `margin` pixels wider, within a picture; undefined when it lies outside. */
export function boxAround(points: readonly Point[], margin: number, picture: Size): Window | undefined {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const window = rectangle(
    Math.floor(Math.min(...xs) - margin),
    Math.floor(Math.min(...ys) - margin),
    Math.ceil(Math.max(...xs) + margin),
    Math.ceil(Math.max(...ys) + margin),
    picture,
  );
  return window.size.width < 1 || window.size.height < 1 ? undefined : window;
}

/** What of a rectangle lies within a picture. */
export function rectangle(left: number, top: number, right: number, bottom: number, picture: Size): Window {
  const [x, y] = [Math.max(0, left), Math.max(0, top)];
  const width = Math.min(picture.width, right) - x;
  const size = { width, height: Math.min(picture.height, bottom) - y };
  const at = (i: number) => (y + Math.floor(i / width)) * picture.width + x + (i % width);
  return { left: x, top: y, size, at };
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

/** Writes what a plane of the window `from` has in the window `to`, which lies in that, into a plane of the whole picture. */
export function paste(plane: Plane, from: Window, to: Window, whole: Plane): void {
  const first = (to.top - from.top) * from.size.width + to.left - from.left;
  for (let y = 0; y < to.size.height; y++) {
    const start = first + y * from.size.width;
    whole.set(plane.subarray(start, start + to.size.width), to.at(y * to.size.width));
  }
}

/** Side of a tile in pixels: its planes stay in the processor's cache, and most tiles of a picture have no edge in them. */
const tileSide = 64;

/** Covers a picture with squares; `around` is one with a margin, within the picture too. */
export function* tiles(picture: Size, margin: number): Generator<{ tile: Window; around: Window }, void> {
  for (let top = 0; top < picture.height; top += tileSide)
    for (let left = 0; left < picture.width; left += tileSide) {
      const [right, bottom] = [left + tileSide, top + tileSide];
      const tile = rectangle(left, top, right, bottom, picture);
      yield { tile, around: rectangle(left - margin, top - margin, right + margin, bottom + margin, picture) };
    }
}
