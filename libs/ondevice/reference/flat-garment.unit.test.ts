import { describe, expect, test } from 'vitest';
import { drawGarment, drawnSize, drawOutline } from '../analysis/fixtures/drawn-garments.ts';
import type { Triple } from '../pixels/colour.ts';
import type { Plane } from '../pixels/plane.ts';
import { cutFlatGarment } from './flat-garment.ts';
import { plausibleOutline } from './plausible-outline.ts';

const overlap = (p: Plane, q: Plane): number => {
  let [both, any] = [0, 0];
  p.forEach((value, i) => {
    if (value > 0.5 && q[i]! > 0.5) both++;
    if (value > 0.5 || q[i]! > 0.5) any++;
  });
  return both / any;
};

/** A cloth whose light wanders across it, so that it has the ground's colour in bands. */
const uneven =
  (base: number) =>
  (x: number, y: number): Triple => {
    const light = base * (1 - 0.22 * ((x - 160) / 125) ** 2 - 0.05 * Math.sin(x / 9 + y / 23));
    return [light, light, light * 0.99].map((value) => Math.min(255, value)) as unknown as Triple;
  };

describe('cutting a garment off its ground', () => {
  test.each([
    ['white', 238, 248],
    ['pale', 230, 240],
    ['black', 34, 27],
  ])('given a %s tee on a ground of nearly its colour, then all of it is cut out', (_, cloth, ground) => {
    const cut = cutFlatGarment(drawGarment('t-shirt', uneven(cloth), [ground, ground, ground]));
    expect(cut && overlap(cut, drawOutline('t-shirt'))).toBeGreaterThan(0.9);
    expect(cut && plausibleOutline(cut, drawnSize)).toBe(true);
  });

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

  test('given a gap that narrows to a slit, as below an armpit, then the ground in it is no cloth', () => {
    const ground: Triple = [248, 248, 246];
    const slit = (x: number, y: number) => (x === 160 || x === 161) && y > 200;
    const cut = cutFlatGarment(drawGarment('t-shirt', (x, y) => (slit(x, y) ? ground : [60, 70, 120]), ground))!;
    const at = (x: number, y: number) => cut[y * drawnSize.width + x];
    expect([at(160, 230), at(161, 230), at(150, 230), at(172, 230)]).toEqual([0, 0, 1, 1]);
  });
});
