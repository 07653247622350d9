import { describe, expect, test } from 'vitest';
import { drawGarment, drawnSize, drawOutline } from '../analysis/fixtures/drawn-garments.ts';
import { figureFrame, figureSize } from '../fixtures/stick-figure.ts';
import { layOnBody, naturalHem } from '../garment/lay-on-body.ts';
import { type Print, sleeveReach } from '../garment/print.ts';
import type { Subject } from '../garment/subject.ts';
import { mapBody } from '../person/body-map.ts';
import { type Triple, toLinear } from '../pixels/colour.ts';
import { type Rgb, rgbPlanes } from '../pixels/plane.ts';
import { garmentShape } from './garment-shape.ts';

const teal: Triple = [20, 100, 110];
const shapeOf = (garment: Parameters<typeof drawGarment>[0]) =>
  garmentShape(
    drawGarment(garment, () => teal),
    drawOutline(garment),
  );

describe('the shape of a flat garment', () => {
  test('given a t-shirt, then collars, shoulders, armpits, hem and two short sleeves are found', () => {
    const shape = shapeOf('t-shirt');
    if (!shape) throw new Error('no shape');
    expect(Math.abs(shape.centre - 160)).toBeLessThan(3);
    expect(Math.abs(shape.armpit - 112)).toBeLessThan(8);
    expect(Math.abs(shape.chest - 132)).toBeLessThan(12);
    expect(shape.hem).toBe(289);
    expect(Math.abs(shape.collars[0][0] - 132)).toBeLessThan(8);
    expect(Math.abs(shape.collars[1][0] - 188)).toBeLessThan(8);
    expect(shape.tips[0][0]).toBeLessThan(110);
    expect(shape.tips[1][0]).toBeGreaterThan(210);
    const reach = sleeveReach(shape);
    expect(reach).toBeGreaterThan(0.3);
    expect(reach).toBeLessThan(0.9);
  });

  test('given a shape, then it is data that another thread can be sent', () => {
    const shape = shapeOf('t-shirt');
    expect(shape).toBeDefined();
    expect(structuredClone(shape)).toEqual(shape);
  });

  test('given long sleeves, none, or trousers, then it is told', () => {
    expect(sleeveReach(shapeOf('long-sleeved') as NonNullable<ReturnType<typeof shapeOf>>)).toBeGreaterThan(1.5);
    expect(shapeOf('sleeveless')?.sleeves).toEqual([undefined, undefined]);
    expect(shapeOf('trousers')).toBeUndefined();
  });
});

describe('laying a garment on a body', () => {
  const count = figureSize.width * figureSize.height;
  const matte = new Float32Array(count).fill(1);
  const parsed = { frame: figureFrame() };
  const subject = { size: figureSize, matte, parsed, body: mapBody(parsed.frame, matte, figureSize) } as Subject;
  /** Red on the left half, blue on the right, a white band across the chest. */
  const image = drawGarment('t-shirt', (x, y) =>
    y > 180 && y < 200 ? [255, 255, 255] : x < 160 ? [200, 0, 0] : [0, 0, 200],
  );
  const linear = rgbPlanes(image.data).map((plane) => plane.map(toLinear)) as unknown as Rgb;
  const mask = drawOutline('t-shirt');
  const print: Print = { size: drawnSize, rgb: linear, mask, shape: garmentShape(image, mask) as Print['shape'] };
  const laid = layOnBody(print, subject, -0.03, 1);
  const colourAt = (x: number, y: number) => laid.rgb.map((plane) => Math.round(plane[y * figureSize.width + x]! * 10));

  test('then each side stays on its side and a band across it lies across the belly', () => {
    expect(colourAt(80, 120)).toEqual([6, 0, 0]);
    expect(colourAt(120, 120)).toEqual([0, 0, 6]);
    expect(colourAt(90, 185)).toEqual([6, 0, 0]);
    const band = [];
    for (let y = 100; y < 200; y++) if (colourAt(85, y)[1] === 10) band.push(y);
    expect(band.length).toBeGreaterThan(4);
    expect((band.at(-1) ?? 0) - (band[0] ?? 0)).toBe(band.length - 1);
    expect(band[0]).toBeGreaterThan(135);
  });

  test('then the sleeves lie on their arms, and every bit of the trunk is known', () => {
    expect(colourAt(48, 135)).toEqual([6, 0, 0]);
    expect(colourAt(152, 135)).toEqual([0, 0, 6]);
    for (let y = 105; y < 195; y += 5) expect(laid.known[y * figureSize.width + 100]).toBe(1);
  });

  test('then a shirt ends near the hips by its own proportions', () => {
    expect(naturalHem(print.shape, parsed.frame)).toBeGreaterThan(0.8);
    expect(naturalHem(print.shape, parsed.frame)).toBeLessThan(1.5);
  });
});
