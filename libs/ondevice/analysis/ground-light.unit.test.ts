import { describe, expect, test } from 'vitest';
import type { Triple } from '../pixels/colour.ts';
import { drawGarment, drawOutline } from './fixtures/drawn-garments.ts';
import { inGoodLight } from './ground-light.ts';

/** What becomes of a garment's colour on a ground: of a pixel in its middle. */
const seen = (colour: Triple, ground: Triple) => {
  const image = inGoodLight(
    drawGarment('t-shirt', () => colour, ground),
    drawOutline('t-shirt'),
  );
  const at = (200 * image.width + 160) * 3;
  return [...image.data.subarray(at, at + 3)];
};

describe('the light on a garment laid flat', () => {
  test('given a white ground in little light, then the garment is as light as the ground should be', () => {
    expect(seen([200, 100, 50], [220, 220, 220])).toEqual([222, 111, 55]);
  });

  test('given a white ground in warm light, then the cast goes', () => {
    const [red = 0, green = 0, blue = 0] = seen([130, 128, 122], [245, 241, 229]);
    expect(Math.max(red, green, blue) - Math.min(red, green, blue)).toBeLessThan(3);
  });

  test.each<[string, Triple]>([
    ['white in good light', [248, 248, 246]],
    ['grey', [150, 150, 150]],
    ['pale yellow', [250, 240, 190]],
  ])('given a ground that is %s, then nothing changes', (_, ground) => {
    expect(seen([200, 100, 50], ground)).toEqual([200, 100, 50]);
  });

  test('given nothing but garment, then nothing changes', () => {
    const image = drawGarment('t-shirt', () => [10, 20, 30]);
    expect(inGoodLight(image, new Float32Array(image.width * image.height).fill(1))).toBe(image);
  });
});
