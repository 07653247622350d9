import { describe, expect, test } from 'vitest';
import { hand } from '../fixtures/stick-figure.fixture.ts';
import { guidedFilter } from '../pixels/guided-filter.ts';
import { type Rgb, rgbPlanes } from '../pixels/plane.ts';
import { handMask, handShape } from './hand-mask.ts';

const size = { width: 200, height: 200 };
const { relative } = handShape(hand);
const at = (x: number, y: number) => y * size.width + x;
/** A hand's skin inside its outline, a blue sleeve from the wrist down, a dark ground elsewhere. */
const painted = (cuff: number): Rgb =>
  rgbPlanes(
    Uint8Array.from(
      Array.from({ length: size.width * size.height }, (_, i) => {
        const [x, y] = [i % size.width, Math.floor(i / size.width)];
        if (y > cuff && Math.abs(x - 100) < 22) return [60, 90, 160];
        return relative(x + 0.5, y + 0.5) < 1.15 ? [205, 150, 125] : [30, 35, 40];
      }).flat(),
    ),
  );
/** Where the parsing network sees skin: the hand without its sleeve. */
const skinOf = (rgb: Rgb) => rgb[0].map((red, i) => (red > rgb[2][i]! ? 1 : 0));
const mask = (rgb: Rgb, skin = skinOf(rgb)) =>
  handMask([{ arm: 1, points: hand }], skin, guidedFilter(rgb, size, 3, 1e-3), size);

describe('the mask of a hand', () => {
  test('given fingers before a dark ground, then they and the palm are in it, and the ground between is not', () => {
    const found = mask(painted(150));
    expect([at(100, 110), at(100, 60), at(64, 98)].map((i) => found[i]! > 0.9)).toEqual([true, true, true]);
    expect([at(88, 52), at(30, 100), at(180, 60)].map((i) => found[i]! < 0.1)).toEqual([true, true, true]);
  });

  test('given flesh beyond the supposed outline, then the skin that is seen brings it back', () => {
    const rgb = painted(150);
    const found = mask(rgb);
    let [flesh, kept] = [0, 0];
    for (let i = 0; i < rgb[0].length; i++) {
      const distance = relative((i % size.width) + 0.5, Math.floor(i / size.width) + 0.5);
      if (distance < 1 || distance > 1.1) continue;
      flesh++;
      if (found[i]! > 0.5) kept++;
    }
    expect(kept / flesh).toBeGreaterThan(0.6);
  });

  test('given a cuff over the root of the palm, then it is not the hand', () => {
    const [bare, covered] = [mask(painted(150)), mask(painted(124))];
    expect([bare[at(100, 134)]! > 0.9, covered[at(100, 134)]! < 0.1, covered[at(100, 105)]! > 0.9]).toEqual([
      true,
      true,
      true,
    ]);
  });
});
