import { expect, test } from 'vitest';
import type { SeenParts } from '../parts/see-parts.ts';
import { seenAsCloth } from './worn-away.ts';

const seen = (clothes: number, skin: number, hair: number): { parts: SeenParts } => {
  const all = (value: number) => new Float32Array(4).fill(value);
  const region = { x: 10, y: 10, width: 20, height: 20, rotation: 0 };
  return { parts: { clothes: all(clothes), skin: all(skin), hair: all(hair), ground: all(0), side: 2, region } };
};

test('given a beard, then it is not cloth, whatever its colour', () => {
  expect(seenAsCloth(seen(0.14, 0.43, 0.35), 10, 10, true)).toBe(false);
});

test('given a place in doubt that has not the colour of skin, then it is cloth', () => {
  expect(seenAsCloth(seen(0.35, 0.4, 0.06), 10, 10, false)).toBe(true);
});

test('given nothing that was seen, then the place tells', () => {
  expect(seenAsCloth({ parts: undefined }, 10, 10, true)).toBe(true);
  expect(seenAsCloth(seen(0.9, 0, 0), 90, 90, false)).toBe(false);
});
