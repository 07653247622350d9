import { sharp } from '@styling/imaging';
import { type DrawnGarment, drawGarment, drawnSize, pngOf } from '../fixtures/drawn-garments.ts';
import type { Triple } from '../pixels/colour.ts';

const drawings = {
  'white-tee': ['t-shirt', () => [238, 238, 235]],
  'black-sweater': ['long-sleeved', () => [34, 34, 38]],
  'striped-sweater': ['long-sleeved', (y) => (y % 24 < 9 ? [31, 45, 85] : [241, 234, 214])],
} as const satisfies Record<string, readonly [DrawnGarment, colourOfRow: (y: number) => Triple]>;

/** Garments laid flat, as shops photograph them. */
export type FlatGarment = keyof typeof drawings;

/** Whether a flat garment of this name can be drawn. */
export const isFlatGarment = (name: string): name is FlatGarment => name in drawings;

/** Draws a flat garment under soft light. @returns a PNG, 960 pixels wide */
export async function flatGarment(name: FlatGarment): Promise<Buffer> {
  const [outline, colourOfRow] = drawings[name];
  const drawn = drawGarment(outline, (x, y) => {
    const light = 1 - 0.22 * ((x - 160) / 125) ** 2 - 0.05 * Math.sin(x / 9 + y / 23);
    const [r, g, b] = colourOfRow(y);
    return [Math.min(255, r * light), Math.min(255, g * light), Math.min(255, b * light)];
  });
  return sharp(await pngOf(drawn))
    .resize({ width: drawnSize.width * 3 })
    .png()
    .toBuffer();
}
