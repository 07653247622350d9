import { describe, expect, test } from 'vitest';
import { type DrawnGarment, drawGarment, drawOutline } from '../gallery/drawn-garments.ts';
import { onSwatch } from '../garment/cloth.ts';
import type { Triple } from '../pixels/colour.ts';
import { rgbPlanes } from '../pixels/plane.ts';
import { readFlat } from './read-flat.ts';

const looksOf = (garment: DrawnGarment, cloth: (x: number, y: number) => Triple = () => [40, 60, 120]) => {
  const image = drawGarment(garment, cloth);
  return readFlat(image, rgbPlanes(image.data), drawOutline(garment));
};
const plaid = (x: number, y: number): Triple => (x % 24 < 8 || y % 24 < 8 ? [150, 30, 40] : [40, 50, 90]);

describe('a garment that lies flat', () => {
  test('given a top, then its colour and its sleeves are taken, and of plain cloth no swatch', () => {
    const { upper, lower } = looksOf('t-shirt');
    expect(lower).toBeUndefined();
    expect(upper).toMatchObject({ swatch: undefined, cut: { kind: 'top', sleeve: 0.55 } });
    expect(looksOf('long-sleeved').upper?.cut?.sleeve).toBe(2);
    expect(looksOf('sleeveless').upper?.cut?.sleeve).toBe(0);
  });

  test('given a print on the chest, then its cloth shows it there, and neither on the belly nor on the sleeves', () => {
    const { swatch } = looksOf('t-shirt', (x, y) => (Math.hypot(x - 160, y - 120) < 26 ? [200, 30, 40] : [40, 60, 120]))
      .upper!;
    const red = (x: number, y: number) => {
      const [r, , b] = onSwatch(swatch!, x, y);
      return r > b;
    };
    expect([red(0, 0.45), red(0, 1.2), red(0, 0.1), red(-0.35, 0.45)]).toEqual([true, false, false, false]);
    for (let across = 0.5; across < 0.8; across += 0.05) expect(red(across, 0.45)).toBe(false);
  });

  test('given a neckline, then the inside of the back that it shows is no cloth', () => {
    const inside: Triple = [240, 240, 240];
    const { swatch } = looksOf('t-shirt', (x, y) => (Math.abs(x - 160) < 26 && y < 58 ? inside : plaid(x, y))).upper!;
    expect(Math.max(...onSwatch(swatch!, 0, -0.05))).toBeLessThan(0.5);
  });

  test('given trousers, shorts or a skirt, then it is for the legs, as long as it is', () => {
    expect(looksOf('trousers')).toMatchObject({
      upper: undefined,
      lower: { cut: { kind: 'bottom', lower: { cut: 'straight trousers', length: 2 } } },
    });
    expect(looksOf('shorts').lower?.cut?.lower?.length).toBeLessThan(1);
    const skirt = looksOf('skirt').lower?.cut?.lower;
    expect(skirt?.cut).toBe('a-line skirt');
    expect(skirt?.length).toBeGreaterThan(0.7);
    expect(skirt?.length).toBeLessThan(1.5);
  });

  test('given a dress, then it has a skirt', () => {
    const lower = looksOf('dress').upper?.cut?.lower;
    expect(lower?.cut).toBe('a-line skirt');
    expect(lower?.length).toBeGreaterThan(0.7);
  });

  test('given a pattern on what is worn on the legs, then a swatch of it is taken; plain cloth gives none', () => {
    expect(looksOf('skirt', plaid).lower?.swatch).toBeDefined();
    expect(looksOf('skirt').lower?.swatch).toBeUndefined();
  });
});
