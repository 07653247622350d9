import { expect, test } from 'vitest';
import type { SeenParts } from '../parts/see-parts.ts';
import { toldHair } from './told-hair.ts';

const size = { width: 8, height: 16 };
const everywhere = (value: number) => new Float32Array(16).fill(value);
const seen = (ground: number, hair: number, clothes: number): SeenParts => ({
  ...{ ground: everywhere(ground), hair: everywhere(hair), skin: everywhere(0), clothes: everywhere(clothes) },
  ...{ region: { x: 4, y: 4, width: 8, height: 8, rotation: 0 }, side: 4 },
});

test('given what the classifier sees, then its odds for hair are told within its region', () => {
  expect(toldHair(seen(0.1, 0.8, 0.1), size)(20)).toBeCloseTo(Math.log(0.85 / 0.15));
  expect(toldHair(seen(0.1, 0, 0.9), size)(20)).toBeCloseTo(Math.log(0.05 / 0.95));
  expect(toldHair(seen(0.1, 0, 0.9), size)(100)).toBe(0);
  expect(toldHair(undefined, size)(20)).toBe(0);
});

test('given the ground, then nothing can be told', () => {
  expect(toldHair(seen(0.7, 0.2, 0.1), size)(20)).toBeUndefined();
});
