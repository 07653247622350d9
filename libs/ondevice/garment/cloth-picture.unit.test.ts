import { describe, expect, test } from 'vitest';
import { drawGarment, drawnSize, drawOutline } from '../analysis/fixtures/drawn-garments.ts';
import { standingMeasures } from '../fixtures/standing-measures.ts';
import { type Triple, toLinear } from '../pixels/colour.ts';
import { type Rgb, rgbPlanes } from '../pixels/plane.ts';
import { garmentShape } from '../reference/garment-shape.ts';
import { ofPrint } from './cloth-picture.ts';
import type { Print } from './print.ts';

const measures = standingMeasures();
/** A white disc on the chest of a red garment, its sleeves blue. */
const image = drawGarment('t-shirt', (x, y): Triple => {
  if (Math.hypot(x - 160, y - 150) < 25) return [255, 255, 255];
  return Math.abs(x - 160) > 75 ? [0, 0, 200] : [200, 0, 0];
});
const mask = drawOutline('t-shirt');
const rgb = rgbPlanes(image.data).map((plane) => plane.map(toLinear)) as unknown as Rgb;
const print: Print = { size: drawnSize, rgb, mask, shape: garmentShape(image, mask) as Print['shape'] };
const picture = ofPrint(print, measures);
const isWhite = (x: number, y: number) => (picture(x, y, undefined)?.[1] ?? 0) > 0.5;

describe('a flat garment on drawn parts', () => {
  test('then its print is in the middle of the chest, as wide as it is tall', () => {
    const [xs, ys]: [number[], number[]] = [[], []];
    for (let x = -0.6; x < 0.6; x += 0.01)
      for (let y = 0; y < 1.4; y += 0.01)
        if (isWhite(x, y)) {
          xs.push(x);
          ys.push(y);
        }
    const extent = (values: number[]) => Math.max(...values) - Math.min(...values);
    expect(extent(xs) / extent(ys)).toBeCloseTo(1, 1);
    expect((Math.max(...xs) + Math.min(...xs)) / 2).toBeCloseTo(0, 1);
    expect(Math.min(...ys)).toBeGreaterThan(0.1);
    expect(Math.max(...ys)).toBeLessThan(1);
  });

  test('then the trunk has nothing of the sleeves, which have nothing of the trunk', () => {
    for (let x = -0.65; x < 0.65; x += 0.05)
      for (let y = 0.05; y < 1.4; y += 0.05)
        expect(picture(x, y, undefined)?.[2] ?? 0, `${x} ${y}`).not.toBeCloseTo(toLinear(200 / 255), 1);
    for (const side of [0, 1] as const) expect(picture(side === 0 ? -0.7 : 0.7, 0.5, side)?.[2]).toBeGreaterThan(0.4);
  });

  test('then on the shoulder above the beginning of a sleeve its pattern goes on as in a mirror', () => {
    const striped = drawGarment(
      't-shirt',
      (_, y): Triple => (Math.floor(y / 4) % 2 === 0 ? [255, 255, 255] : [0, 0, 0]),
    );
    const stripes = rgbPlanes(striped.data).map((plane) => plane.map(toLinear)) as unknown as Rgb;
    const sleeve = ofPrint({ ...print, rgb: stripes }, measures);
    const light = (y: number) => (sleeve(0.7, y, 1)?.[0] ?? 0) > 0.5;
    const above = Array.from({ length: 12 }, (_, k) => light(-0.01 * k));
    expect(new Set(above).size).toBe(2);
  });

  test('then below its hem its cloth goes on', () => {
    expect(picture(0.1, 2, undefined)).toBeDefined();
  });
});
