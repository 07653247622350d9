import { expect, test } from 'vitest';
import { isPlainCloth } from './is-plain-cloth.ts';

const [width, height] = [120, 120];
const pixels = Array.from({ length: (width - 20) * (height - 20) }, (_, k) => {
  const x = k % (width - 20);
  return (10 + (k - x) / (width - 20)) * width + 10 + x;
});
const inside = new Set(pixels);

/** A square of cloth, 100 pixels for a shoulder width: its lightness and one colour axis as given at each place. */
const cloth = (lightness: (x: number, y: number) => number, hue: (x: number, y: number) => number, seen = pixels) => {
  const plane = (at: (x: number, y: number) => number) =>
    Float32Array.from({ length: width * height }, (_, i) => at(i % width, Math.floor(i / width)));
  const planes = { lightness: plane(lightness), a: plane(hue), b: plane(() => 0.02) };
  return isPlainCloth(planes, seen, (i) => inside.has(i), width, 100);
};

const jacket = (x: number) => (x % 40 < 20 ? 0.2 : 0.9);

test.each([
  ['soft folds', (x: number) => 0.5 + 0.15 * Math.sin(x / 4), () => 0.1, true],
  [
    'small patches of another hue',
    () => 0.5,
    (x: number, y: number) => (Math.sin(x) * Math.sin(y) > 0 ? 0.1 : 0.02),
    false,
  ],
  ['a wide field of another hue', () => 0.5, (x: number) => (x < 60 ? 0.1 : 0.02), true],
  ['a dark jacket over a white shirt', jacket, () => 0, false],
] as const)('given %s, then it is one plain cloth: %s', (_, lightness, hue, one) => {
  expect(cloth(lightness, hue)).toBe(one);
});

test('given hardly any cloth, then it is taken for plain', () => {
  expect(cloth(jacket, () => 0, pixels.slice(5000, 5140))).toBe(true);
  expect(cloth(jacket, () => 0, pixels.slice(5000, 5400))).toBe(false);
});
