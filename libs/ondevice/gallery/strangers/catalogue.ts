import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { GarmentOrder } from '../../order/garment-order.ts';
import type { TryOnRequest } from '../../try-on.ts';
import { type FlatGarment, flatGarment } from '../flat-garments.ts';
import { loadPhotograph } from './fetch.ts';
import type { Half, Kind, Photograph } from './photograph.ts';

/** An order for a photograph: "description", or "description ~ scene", where scene is own, flat NAME or worn PHOTOGRAPH. */
export type Order = { id: string; photograph: Photograph; description: string; scene: string };

const [, ...lines] = readFileSync(new URL('photographs.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');

/** By the name alone, so that a photograph never changes sides. */
export const halfOf = (name: string): Half =>
  createHash('sha256').update(name).digest().readUInt32BE(0) % 2 === 0 ? 'tune' : 'rate';

const rows = lines.map((line) => {
  const [name = '', kind = '', sha256 = '', pack = '', file = '', orders = ''] = line.split('\t');
  const photograph: Photograph = { name, kind: kind as Kind, half: halfOf(name), sha256, package: pack, file };
  const asked = orders.split(' ; ').filter(Boolean);
  return {
    photograph,
    orders: asked.map((order, k): Order => {
      const [description = '', scene = 'studio'] = order.split(' ~ ');
      return { id: `${name}-${k + 1}`, photograph, description, scene };
    }),
  };
});

/** All photographs, by name. */
export const photographs: ReadonlyMap<string, Photograph> = new Map(
  rows.map(({ photograph }) => [photograph.name, photograph]),
);

/** All orders, in the order of the file. */
export const orders: readonly Order[] = rows.flatMap((row) => row.orders);

/** The picture of a reference, or nothing if the scene has none. */
async function referenceOf(scene: string): Promise<Buffer | undefined> {
  const [how, ...words] = scene.split(' ');
  const named = words.join(' ');
  const photographed = photographs.get(named);
  if (photographed) return loadPhotograph(photographed);
  return how === 'flat' ? flatGarment(named as FlatGarment) : undefined;
}

/** The engine's request for an order; fetches its photographs if they are not there. */
export async function requestOf({
  photograph,
  description,
  scene,
}: Order): Promise<Extract<TryOnRequest, GarmentOrder>> {
  const reference = await referenceOf(scene);
  return {
    selfie: await loadPhotograph(photograph),
    description,
    mode: scene === 'own' ? 'reference_environment' : 'model_shot',
    ...(reference && { reference }),
  };
}
