import { expect, test } from 'vitest';
import { linearBytes, linearToOklab, luminanceOf, type Triple } from '../pixels/colour.ts';
import { type Cloth, chromaOf, muted, surfaces } from './cloth.ts';

const cloth = (colour: Triple): Cloth => {
  const linear = linearBytes(colour);
  return { kind: 'top', colour: linear, second: linear, pattern: 'solid', surface: surfaces.cotton };
};
const chroma = ([r, g, b]: Triple) => Math.hypot(...linearToOklab(r, g, b).slice(1));
const red = cloth([200, 25, 30]);

test('given a faded photograph, then red cloth is less pure, but red and as light', () => {
  const { colour } = muted(red, 0.06);
  expect(chroma(colour)).toBeLessThan(0.9 * chroma(red.colour));
  expect(chroma(colour)).toBeGreaterThan(0.5 * chroma(red.colour));
  expect(colour[0]).toBeGreaterThan(3 * colour[1]);
  expect(luminanceOf(colour)).toBeCloseTo(luminanceOf(red.colour), 6);
});

test('given a colourful photograph, or cloth of little colour, then it stays', () => {
  expect(muted(red, 0.2)).toEqual(red);
  const grey = cloth([133, 135, 138]);
  expect(muted(grey, 0.06)).toEqual(grey);
});

test('given a photograph, then its chroma is that of its most colourful parts, and never nothing', () => {
  const a = Float32Array.from({ length: 2200 }, (_, i) => (i < 1000 ? 0.1 : 0));
  const none = new Float32Array(2200);
  expect(chromaOf({ a, b: none })).toBeCloseTo(0.1, 5);
  expect(chromaOf({ a: none, b: none })).toBeGreaterThan(0.01);
});
