import type { Region } from '../../models/crop.ts';
import type { Networks } from '../../models/networks.ts';
import { bodyFrame } from '../../person/body-frame.ts';
import { findMainBody } from '../../person/find-person.ts';
import { personMatte } from '../../person/matte.ts';
import type { Plane, Size } from '../../pixels/plane.ts';
import { seeParts, type TrainedWeights } from '../see-parts.ts';
import { labelSide, unknown } from './label-maps.ts';
import { decoded } from './samples.ts';
import type { TrainingPhotograph } from './training-photographs.ts';

/** Pixels of label maps, and on how many of them the matte is wrong: where the classifier corrects it, and where it does not. */
export type OutlineMistakes = { pixels: number; corrected: number; alone: number };

/** No pixels yet. */
export const noMistakes = (): OutlineMistakes => ({ pixels: 0, corrected: 0, alone: 0 });

/**
 * Adds to `total` where the matte of a photograph contradicts its `labels`, with and without a classifier with these weights.
 *
 * @throws Error naming the photograph if nobody is found in it
 */
export async function addMistakes(
  total: OutlineMistakes,
  networks: Networks,
  weights: TrainedWeights,
  one: TrainingPhotograph,
  labels: Uint8Array,
): Promise<void> {
  const image = await decoded(one);
  const body = await findMainBody(networks, image);
  if (!body) throw new Error(`nobody is found in ${one.photograph.name}`);
  // The hands play no part in a matte.
  const person = { ...body, hands: [] };
  const parts = await seeParts(networks, image, bodyFrame(person, image).head, weights);
  const wrong = async (seen: typeof parts | undefined) =>
    countMistakes(await personMatte(networks, image, { ...person, parts: seen }), image, labels, one.region);
  const [corrected, alone] = [await wrong(parts), await wrong(undefined)];
  total.pixels += corrected.pixels;
  total.corrected += corrected.wrong;
  total.alone += alone.wrong;
}

/** Pixels of a label map over a region in the photograph that say person or ground, and those of which the matte says the other. */
export function countMistakes(
  matte: Plane,
  { width, height }: Size,
  labels: Uint8Array,
  region: Region,
): { pixels: number; wrong: number } {
  const at = (k: number, centre: number, side: number) => Math.floor(((k + 0.5) / labelSide - 0.5) * side + centre);
  let [pixels, wrong] = [0, 0];
  for (const [i, label] of labels.entries()) {
    const x = at(i % labelSide, region.x, region.width);
    const y = at(Math.floor(i / labelSide), region.y, region.height);
    if (label === unknown || x < 0 || y < 0 || x >= width || y >= height) continue;
    pixels++;
    if (matte[y * width + x]! > 0.5 !== (label !== 0)) wrong++;
  }
  return { pixels, wrong };
}
