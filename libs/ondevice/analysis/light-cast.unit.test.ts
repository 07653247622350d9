import { expect, test } from 'vitest';
import { label } from '../person/labels.ts';
import type { Triple } from '../pixels/colour.ts';
import { withoutCast } from './light-cast.ts';

const picture = (wall: Triple, on: number) => {
  const size = { width: 60, height: 60 };
  const data = Uint8Array.from({ length: 60 * 60 * 3 }, (_, k) => wall[k % 3]!);
  return [{ ...size, data }, { labels: new Uint8Array(60 * 60).fill(on) }] as const;
};
const skin: Triple = [190, 140, 100];

test('given a white wall in warm light, then the skin loses the warmth and keeps its lightness', () => {
  const [image, labels] = picture([235, 225, 210], label.background);
  const [r, g, b] = withoutCast(image, skin, labels);
  expect(r / g).toBeLessThan(skin[0] / skin[1]);
  expect(b).toBeGreaterThan(skin[2]);
  expect(Math.abs(r + g + b - 430)).toBeLessThan(10);
});

test.each<[string, Triple, number]>([
  ['a coloured wall', [200, 180, 60], label.background],
  ['a dark wall', [60, 60, 70], label.background],
  ['overexposed white', [255, 255, 250], label.background],
  ['only bright skin', [235, 225, 210], label.skin],
])('given %s, then nothing is known of the light, and the colour stays', (_, wall, on) => {
  const [image, labels] = picture(wall, on);
  expect(withoutCast(image, skin, labels)).toEqual(skin);
});
