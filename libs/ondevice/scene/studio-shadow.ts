import { gaussianBlur } from '../pixels/box-blur.ts';
import { bilinear, type Plane, type Size } from '../pixels/plane.ts';
import { clamp } from '../pixels/scalar.ts';

/** How dark a person's shadow on the wall behind is, and how widely it fades, as a share of the longer side. */
const onWall = { strength: 0.08, sigma: 0.06 } as const;
/** The same for the floor below the feet; seen from the front, it is so many times as wide as deep. */
const onFloor = { strength: 0.3, sigma: 0.02, shallow: 4 } as const;
/** What is higher above the lowest point than this, as a share of the person's height, is no foot. */
const feet = 0.07;
/** Lower than this, as a share of the picture's height, a person is cut off. */
const cutOff = 0.985;
/** Cells of the longer side: shadows have no details. */
const cells = 128;

/** Values on a grid whose cells are `across` by `down` pixels. */
type Grid = { plane: Plane; size: Size; across: number; down: number };

/**
 * How much of a studio's light a person takes away: softly on the wall behind and, if the feet are in the picture, on the floor. Without
 * that the person looks cut out.
 *
 * @param matte opacity of the person, 0..1
 * @returns a factor on the backdrop's light at a pixel, 0..1
 */
export function studioShadow(matte: Plane, size: Size): (x: number, y: number) => number {
  const wall = blurred(wallGrid(matte, size), onWall.sigma);
  const stood = footprints(matte, size);
  const floor = stood && blurred(stood, onFloor.sigma);
  // A line, blurred, is so much less than an area.
  const line = Math.sqrt(2 * Math.PI) * onFloor.sigma * cells;
  return (x, y) => {
    const onFeet = floor ? clamp(line * at(floor, x, y), 0, 1) : 0;
    return (1 - onWall.strength * at(wall, x, y)) * (1 - onFloor.strength * onFeet);
  };
}

/** The mean of the matte in each cell. */
function wallGrid(matte: Plane, size: Size): Grid {
  const grid = emptyGrid(size, 1);
  const { plane, across, down } = grid;
  for (let i = 0; i < matte.length; i++) {
    const x = i % size.width;
    plane[cellAt(grid, x, (i - x) / size.width)]! += matte[i]! / (across * down);
  }
  return grid;
}

/** 1 in the cells where the person stands, on a grid of shallow cells; undefined where the feet are not in the picture. */
function footprints(matte: Plane, { width, height }: Size): Grid | undefined {
  const ends = new Int32Array(width).fill(-1);
  let top = height;
  for (let i = 0; i < matte.length; i++) {
    if (matte[i]! < 0.5) continue;
    ends[i % width] = Math.floor(i / width);
    top = Math.min(top, Math.floor(i / width));
  }
  const lowest = Math.max(...ends);
  if (lowest < 0 || lowest >= cutOff * height) return undefined;
  const grid = emptyGrid({ width, height }, onFloor.shallow);
  for (let x = 0; x < width; x++)
    if (ends[x]! > lowest - feet * (lowest - top)) grid.plane[cellAt(grid, x, ends[x]!)] = 1;
  return grid;
}

function emptyGrid(of: Size, finer: number): Grid {
  const across = Math.max(1, Math.max(of.width, of.height) / cells);
  const down = across / finer;
  const size = { width: Math.ceil(of.width / across), height: Math.ceil(of.height / down) };
  return { plane: new Float32Array(size.width * size.height), size, across, down };
}

const cellAt = ({ size, across, down }: Grid, x: number, y: number): number =>
  Math.floor(y / down) * size.width + Math.floor(x / across);

const blurred = (grid: Grid, sigma: number): Grid => ({
  ...grid,
  plane: gaussianBlur(grid.plane, grid.size, sigma * cells),
});

/** The value at a pixel, between the cells. */
function at({ plane, size, across, down }: Grid, x: number, y: number): number {
  const inside = (place: number, last: number) => clamp(place, 0, last - 1.001);
  return bilinear(plane, size, [
    inside((x + 0.5) / across - 0.5, size.width),
    inside((y + 0.5) / down - 0.5, size.height),
  ]);
}
