import { describe, expect, test } from 'vitest';
import { type DrawnGarment, drawGarment, drawOutline } from '../analysis/fixtures/drawn-garments.ts';
import type { Triple } from '../pixels/colour.ts';
import { rgbPlanes } from '../pixels/plane.ts';
import { readFlat } from './read-flat.ts';

const looksOf = (garment: DrawnGarment, cloth: (x: number, y: number) => Triple = () => [40, 60, 120]) => {
  const image = drawGarment(garment, cloth);
  return readFlat(image, rgbPlanes(image.data), drawOutline(garment));
};
const plaid = (x: number, y: number): Triple => (x % 24 < 8 || y % 24 < 8 ? [150, 30, 40] : [40, 50, 90]);

describe('a garment that lies flat', () => {
  test('given a top, then it is worn itself, with its sleeves', () => {
    const { upper, lower } = looksOf('t-shirt');
    expect(lower).toBeUndefined();
    expect(upper?.print).toBeDefined();
    expect(upper?.cut).toMatchObject({ kind: 'top', neck: 'crew' });
    expect(upper?.cut?.sleeve).toBeLessThan(1);
    expect(looksOf('long-sleeved').upper?.cut?.sleeve).toBeGreaterThan(1.5);
    expect(looksOf('sleeveless').upper?.cut?.sleeve).toBe(0);
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
    expect(looksOf('dress').upper?.cut).toMatchObject({ kind: 'dress', lower: { cut: 'a-line skirt' } });
  });

  test('given a pattern on what is not laid on the body itself, then a swatch of it is taken; plain cloth gives none', () => {
    expect(looksOf('skirt', plaid).lower?.swatch).toBeDefined();
    expect(looksOf('trousers', plaid).lower?.swatch).toBeDefined();
    expect(looksOf('skirt').lower?.swatch).toBeUndefined();
  });
});
