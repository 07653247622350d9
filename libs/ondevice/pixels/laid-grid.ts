import type { Plane, Size } from './plane.ts';

/** A grid of values that lies upright over a rectangle of a picture, read at the picture's pixels. */
export type LaidGrid = {
  covers: (x: number, y: number) => boolean;
  /** The bilinear value of a plane on the grid, clamped at its border; only where it covers the picture. */
  value: (plane: Plane, x: number, y: number) => number;
};

/** A rectangle by its centre. */
type Rectangle = { x: number; y: number; width: number; height: number };

/** Lays a `side` x `side` grid over a rectangle. Which of its values lie next to a column or a row is worked out once, not at every pixel. */
export function layGrid(side: number, over: Rectangle, size: Size): LaidGrid {
  return new Laid(
    side,
    neighbours(size.width, over.x, over.width, side),
    neighbours(size.height, over.y, over.height, side),
  );
}

/** A class, as closures made for each picture would be compiled for each picture. */
class Laid implements LaidGrid {
  readonly #side: number;
  readonly #across: Neighbours;
  readonly #down: Neighbours;

  constructor(side: number, across: Neighbours, down: Neighbours) {
    this.#side = side;
    this.#across = across;
    this.#down = down;
  }

  covers(x: number, y: number): boolean {
    return this.#across.low[x]! >= 0 && this.#down.low[y]! >= 0;
  }

  value(plane: Plane, x: number, y: number): number {
    const across = this.#across;
    const down = this.#down;
    const left = across.low[x]!;
    const right = across.high[x]!;
    const share = across.share[x]!;
    const above = down.low[y]! * this.#side;
    const below = down.high[y]! * this.#side;
    const top = plane[above + left]! * (1 - share) + plane[above + right]! * share;
    const bottom = plane[below + left]! * (1 - share) + plane[below + right]! * share;
    return top + (bottom - top) * down.share[y]!;
  }
}

type Neighbours = { low: Int32Array; high: Int32Array; share: Float64Array };

/** Between which values of the grid each column (or row) of a picture lies, and how far from the first to the second; the first is -1 outside. */
function neighbours(count: number, middle: number, extent: number, side: number): Neighbours {
  const [low, high] = [new Int32Array(count).fill(-1), new Int32Array(count)];
  const share = new Float64Array(count);
  for (let k = 0; k < count; k++) {
    const u = (k + 0.5 - middle) / extent + 0.5;
    if (u < 0 || u > 1) continue;
    const at = Math.min(Math.max(u * side - 0.5, 0), side - 1);
    low[k] = Math.floor(at);
    high[k] = Math.min(side - 1, low[k]! + 1);
    share[k] = at - low[k]!;
  }
  return { low, high, share };
}
