import { describe, expect, test } from 'vitest';
import { drawGarment, drawnSize, drawOutline } from '../gallery/drawn-garments.ts';
import type { Triple } from '../pixels/colour.ts';
import type { Plane } from '../pixels/plane.ts';
import { cutFlatGarment, plausibleOutline } from './flat-garment.ts';

const overlap = (p: Plane, q: Plane): number => {
  let [both, any] = [0, 0];
  p.forEach((value, i) => {
    if (value > 0.5 && q[i]! > 0.5) both++;
    if (value > 0.5 || q[i]! > 0.5) any++;
  });
  return both / any;
};

describe('cutting a garment off its ground', () => {
  test.each(['t-shirt', 'long-sleeved', 'sleeveless', 'trousers', 'shorts', 'skirt', 'dress'] as const)(
    'given %s in another colour, then the cut is exact and plausible',
    (garment) => {
      const cut = cutFlatGarment(drawGarment(garment, () => [60, 70, 120]));
      expect(cut && overlap(cut, drawOutline(garment))).toBeGreaterThan(0.97);
      expect(cut && plausibleOutline(cut, drawnSize)).toBe(true);
    },
  );

  test('given cloth in exactly the colour of the ground, then what is left of it, its print, is no garment', () => {
    const ground: Triple = [248, 248, 246];
    const printed = (x: number, y: number): Triple => (Math.hypot(x - 160, y - 150) < 40 ? [200, 30, 40] : ground);
    const cut = cutFlatGarment(drawGarment('t-shirt', printed, ground));
    expect(cut && plausibleOutline(cut, drawnSize)).toBe(false);
  });

  test('given pale cloth on a paler ground, then the wide tolerance that would lose it is not used', () => {
    const cut = cutFlatGarment(drawGarment('t-shirt', () => [242, 242, 242], [248, 248, 248]));
    expect(cut && overlap(cut, drawOutline('t-shirt'))).toBeGreaterThan(0.9);
  });

  test('given a garment that lacks a sleeve and more, or one cut off by the border, then it is not plausible', () => {
    const outline = drawOutline('t-shirt');
    const torn = outline.map((value, i) => (i % drawnSize.width < 185 ? value : 0));
    expect(plausibleOutline(torn, drawnSize)).toBe(false);
    expect(
      plausibleOutline(
        outline.map((value) => 1 - value),
        drawnSize,
      ),
    ).toBe(false);
  });
});
