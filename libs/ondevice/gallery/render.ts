import { writeFile } from 'node:fs/promises';
import { sharp } from '@styling/imaging';
import { ServiceError } from '@styling/service/errors.ts';
import type { Engine } from '../engine.ts';
import { type Order, requestOf } from './catalogue.ts';

/** Result of an order: approximations of its picture, or code and message of its refusal, after a number of milliseconds. */
export type Outcome = {
  id: string;
  description: string;
  scene: string;
  milliseconds: number;
  approximations: readonly string[];
  refusal?: { code: string; message: string };
};

/** Files of an order in the gallery's folder; `reference` and `picture` only where there is one. */
export const filesOf = (id: string) => ({
  selfie: `${id}.selfie.jpg`,
  reference: `${id}.reference.jpg`,
  picture: `${id}.jpg`,
});

/**
 * Makes the picture of an order and writes it, its selfie and its reference into `folder`.
 *
 * @throws Error if the engine fails for another reason than a refusal
 */
export async function render(engine: Engine, order: Order, folder: URL): Promise<Outcome> {
  const { id, description, scene } = order;
  const request = await requestOf(order);
  const files = filesOf(id);
  await writeFile(new URL(files.selfie, folder), await shrunk(request.selfie));
  if (request.reference) await writeFile(new URL(files.reference, folder), await shrunk(request.reference));
  const start = performance.now();
  const made = await engine.tryOn(request).catch((error: unknown) => {
    if (error instanceof ServiceError && error.status < 500) return error;
    throw new Error(`${id} failed`, { cause: error });
  });
  const base = { id, description, scene, milliseconds: Math.round(performance.now() - start) };
  if (made instanceof ServiceError)
    return { ...base, approximations: [], refusal: { code: made.code, message: made.message } };
  await writeFile(new URL(files.picture, folder), made.image);
  return { ...base, approximations: made.approximations };
}

const shrunk = (bytes: Uint8Array): Promise<Buffer> =>
  sharp(bytes)
    .rotate()
    .resize({ width: 1024, height: 1024, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 90 })
    .toBuffer();
