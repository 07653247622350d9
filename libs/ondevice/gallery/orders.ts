import { sharp } from '@styling/imaging';
import type { GarmentOrder } from '../order/garment-order.ts';
import type { Triple } from '../pixels/colour.ts';
import type { TryOnRequest } from '../try-on.ts';
import { type DrawnGarment, drawGarment, drawnSize, pngOf } from './drawn-garments.ts';
import { loadPhotograph, type Photograph, readTable } from './photographs.ts';

/** One picture to make: garments in words, and `studio`, `own` (the selfie's scene), `flat NAME` or `worn PHOTOGRAPH` (a reference). */
export type Order = { id: string; photograph: Photograph; description: string; scene: string };

const rows = readTable('orders.tsv');

/**
 * Every order of `orders.tsv`, where one reads `description` or `description ~ scene`, and `garment + garment` orders garments one by
 * one. A photograph without orders is a reference of others.
 */
export const orders: readonly Order[] = rows.flatMap(({ photograph, texts }) =>
  texts.map((text, index) => {
    const [description = '', scene = 'studio'] = text.split(' ~ ');
    const id = texts.length > 1 ? `${photograph.name}-${index + 1}` : photograph.name;
    return { id, photograph, description, scene };
  }),
);

/** The photographs that an order needs: the selfie, and the worn reference if there is one. @throws Error if that is not in the table */
export function photographsOf({ photograph, scene }: Order): Photograph[] {
  const [how, name] = scene.split(' ');
  if (how !== 'worn') return [photograph];
  const worn = rows.find((row) => row.photograph.name === name);
  if (!worn) throw new Error(`orders.tsv has no photograph ${name}`);
  return [photograph, worn.photograph];
}

/** The engine's request for an order. @throws Error if a photograph was not fetched or a flat garment does not exist */
export async function requestOf(order: Order): Promise<TryOnRequest & { reference?: Uint8Array }> {
  const { photograph, description, scene } = order;
  const selfie = await loadPhotograph(photograph);
  const mode = scene === 'own' ? 'reference_environment' : 'model_shot';
  const reference = await referenceOf(order);
  if (reference) return { selfie, mode, description, reference };
  const garments = description.split(' + ').map((one): GarmentOrder => ({ description: one }));
  return garments.length > 1 ? { selfie, mode, garments } : { selfie, mode, description };
}

async function referenceOf(order: Order): Promise<Uint8Array | undefined> {
  const [, worn] = photographsOf(order);
  if (worn) return loadPhotograph(worn);
  const [how, name = ''] = order.scene.split(' ');
  return how === 'flat' ? flatGarment(name) : undefined;
}

/** Garments laid flat, as shops photograph them: an outline, and the colour of a row. */
const flatGarments: Readonly<Record<string, readonly [DrawnGarment, (y: number) => Triple]>> = {
  'white-tee': ['t-shirt', () => [238, 238, 235]],
  'black-sweater': ['long-sleeved', () => [34, 34, 38]],
  'striped-sweater': ['long-sleeved', (y) => (y % 24 < 9 ? [31, 45, 85] : [241, 234, 214])],
};

/** Draws a flat garment under soft light. @returns a PNG, 960 pixels wide */
async function flatGarment(name: string): Promise<Buffer> {
  const [outline, colourOfRow] = flatGarments[name] ?? [];
  if (!outline || !colourOfRow) throw new Error(`there is no flat garment ${name}`);
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
