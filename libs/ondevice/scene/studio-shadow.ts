import { gaussianBlur } from '../pixels/box-blur.ts';
import { layGrid } from '../pixels/laid-grid.ts';
import type { Plane, Size } from '../pixels/plane.ts';

/** How dark a person's shadow on the wall behind is, and how widely it fades, as a share of the longer side. */
const onWall = { strength: 0.08, sigma: 0.06 } as const;
/** The same for the floor below the feet; seen from the front, it is so many times as wide as deep. */
const onFloor = { strength: 0.3, sigma: 0.02, shallow: 4 } as const;
/** What is higher above the lowest point than this, as a share of the person's height, is no foot. */
const feet = 0.07;
/** Lower than this, as a share of the picture's height, a person is cut off. */
const cutOff = 0.985;
/** Values a side: shadows have no details. */
const side = 128;
/** A thin line is so much less than an area once both are blurred. */
const thin = Math.sqrt(2 * Math.PI) * onFloor.sigma * side;

/**
 * How much of a studio's light a person leaves: softly less on the wall behind and, if the feet are in the picture, on the floor. Without
 * that the person looks cut out.
 *
 * @param matte opacity of the person, 0..1
 * @returns a factor on the backdrop's light at a pixel, 0..1
 */
export function studioShadow(matte: Plane, size: Size): (x: number, y: number) => number {
  const long = Math.max(size.width, size.height);
  const middle = { x: size.width / 2, y: size.height / 2 };
  const wall = layGrid(side, { ...middle, width: long, height: long }, size);
  const person = new Float32Array(side * side);
  const share = (side / long) ** 2;
  const cell = (at: number, centre: number, extent: number) => Math.floor(((at + 0.5 - centre) / extent + 0.5) * side);
  for (let y = 0, i = 0; y < size.height; y++) {
    const row = cell(y, middle.y, long) * side;
    for (let x = 0; x < size.width; x++, i++)
      if (matte[i]! > 0) person[row + cell(x, middle.x, long)]! += matte[i]! * share;
  }
  const behind = gaussianBlur(person, { width: side, height: side }, onWall.sigma * side);
  const stood = footprints(matte, size);
  if (!stood) return (x, y) => 1 - onWall.strength * wall.value(behind, x, y);
  const zone = { x: middle.x, y: stood.lowest, width: long, height: long / onFloor.shallow };
  const floor = layGrid(side, zone, size);
  const prints = new Float32Array(side * side);
  for (const [x, y] of stood.points)
    prints[cell(y, zone.y, zone.height) * side + cell(x, zone.x, zone.width)] = thin * onFloor.strength;
  const below = gaussianBlur(prints, { width: side, height: side }, onFloor.sigma * side);
  return (x, y) => {
    const left = floor.covers(x, y) ? 1 - Math.min(onFloor.strength, floor.value(below, x, y)) : 1;
    return left * (1 - onWall.strength * wall.value(behind, x, y));
  };
}

/** The lowest pixels of the feet, near enough to the lowest one for the floor; undefined where the feet are not in the picture. */
function footprints(
  matte: Plane,
  { width, height }: Size,
): { lowest: number; points: (readonly [number, number])[] } | undefined {
  const ends = new Int32Array(width).fill(-1);
  let top = height;
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++)
      if (matte[i]! >= 0.5) {
        ends[x] = y;
        top = Math.min(top, y);
      }
  const lowest = Math.max(...ends);
  if (lowest < 0 || lowest >= cutOff * height) return undefined;
  const least = lowest - Math.min(feet * (lowest - top), height / (4 * onFloor.shallow));
  return { lowest, points: [...ends].flatMap((y, x) => (y > least ? [[x, y] as const] : [])) };
}
