import { sharp } from '@styling/imaging';
import { type DrawnGarment, drawGarment, drawnSize, pngOf } from '../analysis/fixtures/drawn-garments.ts';
import type { Triple } from '../pixels/colour.ts';

/** Colours of a garment at a place in the drawing's pixels. */
type Print = (x: number, y: number) => Triple;

/** A sun over two bars, on teal. */
const sun: Print = (x, y) => {
  const away = Math.hypot(x - 160, y - 135);
  if (away < 22) return [228, 87, 46];
  if (away < 34) return [246, 196, 69];
  const bar = Math.abs(y - 190) < 5 ? 44 : Math.abs(y - 208) < 5 ? 30 : 0;
  return Math.abs(x - 160) < bar ? [244, 241, 232] : [19, 105, 108];
};
const sailor: Print = (_, y) => (y % 24 < 9 ? [31, 45, 85] : [241, 234, 214]);
const plaid: Print = (x, y) => {
  const across = x % 42 < 15 ? 1 : 0;
  const down = y % 46 < 16 ? 1 : 0;
  if (Math.abs((x % 42) - 28) < 2 || Math.abs((y % 46) - 30) < 2) return [216, 178, 76];
  return ([[168, 32, 31] as const, [94, 37, 55] as const, [28, 42, 78] as const] as const)[across + down]!;
};

/** Soft light from the middle, as cloth is never even. */
const lit =
  (print: Print): Print =>
  (x, y) => {
    const [r, g, b] = print(x, y);
    const light = 1 - 0.22 * ((x - 160) / 125) ** 2 - 0.05 * Math.sin(x / 9 + y / 23);
    return [Math.min(255, r * light), Math.min(255, g * light), Math.min(255, b * light)];
  };

const drawings = {
  'printed tee': ['t-shirt', sun],
  'striped sweater': ['long-sleeved', sailor],
  'plaid shirt': ['long-sleeved', plaid],
  /** White on a ground that is nearly white, and dark without a print. */
  'white tee': ['t-shirt', () => [238, 238, 235]],
  'black sweater': ['long-sleeved', () => [34, 34, 38]],
  'grey trousers': ['trousers', () => [109, 112, 120]],
} as const satisfies Record<string, readonly [DrawnGarment, Print]>;

/** Garments laid flat, as shops photograph them. */
export type FlatGarment = keyof typeof drawings;

/** The PNG of a drawn garment, 960 pixels wide. */
export async function flatGarment(name: FlatGarment): Promise<Buffer> {
  const [outline, print] = drawings[name];
  return sharp(await pngOf(drawGarment(outline, lit(print))))
    .resize({ width: drawnSize.width * 3 })
    .png()
    .toBuffer();
}
