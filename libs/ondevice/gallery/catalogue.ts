import { readFileSync } from 'node:fs';
import type { GarmentOrder } from '../order/garment-order.ts';
import type { TryOnRequest } from '../try-on.ts';
import { loadPhotograph, type Photograph } from './fetch.ts';
import { flatGarment, isFlatGarment } from './flat-garments.ts';

/** One picture to make: garments in words, and `studio`, `own` (the selfie's scene), `flat NAME` or `worn PHOTOGRAPH` (a reference). */
export type Order = { id: string; photograph: Photograph; description: string; scene: string };

const rows = readFileSync(new URL('orders.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [name = '', packageName = '', file = '', sha256 = '', orders = ''] = line.split('\t');
    const photograph: Photograph = { name, package: packageName, file, sha256 };
    return { photograph, orders: orders.split(' ; ').filter(Boolean) };
  });

/**
 * Every order of `orders.tsv`, where one reads `description` or `description ~ scene`, and `garment + garment` orders garments one by
 * one. A photograph without orders is a reference of others.
 */
export const orders: readonly Order[] = rows.flatMap(({ photograph, orders }) =>
  orders.map((order, index) => {
    const [description = '', scene = 'studio'] = order.split(' ~ ');
    const id = orders.length > 1 ? `${photograph.name}-${index + 1}` : photograph.name;
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
  if (how !== 'flat') return undefined;
  if (!isFlatGarment(name)) throw new Error(`${order.id} names no flat garment: ${name}`);
  return flatGarment(name);
}
