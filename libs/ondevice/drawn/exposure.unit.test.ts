import { expect, test } from 'vitest';
import { label } from '../person/labels.ts';
import { type Exposed, exposureOf } from './exposure.ts';

/** A person of whom a tenth is lit face and the rest clothes, beside as many pixels of ground. */
function person({ face = 0.3, clothes = 0.1, ground = 0 } = {}): Exposed {
  const pixels = 2000;
  const fill = (of: (i: number) => number) => Float32Array.from({ length: pixels }, (_, i) => of(i));
  const isFace = (i: number) => i < 100;
  const isPerson = (i: number) => i < 1000;
  return {
    shading: { luminance: fill((i) => (isFace(i) ? face : isPerson(i) ? clothes : ground)) },
    matte: fill((i) => (isPerson(i) ? 1 : 0)),
    parsed: {
      face: fill((i) => (isFace(i) ? 1 : 0)),
      labels: Uint8Array.from({ length: pixels }, (_, i) => (isFace(i) ? label.skin : label.top)),
    },
  };
}

test('given a well lit face above dark clothes, then cloth is as bright as the face tells', () => {
  expect(exposureOf(person({ face: 0.48 }))).toBeCloseTo(0.96, 2);
});

test('given dark skin beside white clothes, then the brightest parts tell', () => {
  expect(exposureOf(person({ face: 0.2, clothes: 0.75 }))).toBeCloseTo(0.94, 2);
});

test('given a bright or a dark ground, then it does not matter', () => {
  const onBlack = person({ face: 0.46 });
  expect(exposureOf(person({ face: 0.46, ground: 1 }))).toBe(exposureOf(onBlack));
});

test('given a person in the dark or in the sun, then white stays white and keeps its folds', () => {
  expect(exposureOf(person({ face: 0.05 }))).toBe(0.86);
  expect(exposureOf(person({ face: 0.95 }))).toBe(1.06);
});
