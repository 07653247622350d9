import type { Plane } from '../pixels/plane.ts';
import type { BesideHair } from './beside-hair.ts';
import type { FallingHair } from './falling-hair.ts';
import { label } from './labels.ts';

/** Above this, in face heights below its centre, what is labelled as hair surely is. */
const sureAbove = 0.3;
/** A tenth of a pixel's opacity: less is the ground. */
const leastMatte = 0.1;

/** 1 on what surely is hair (`inside`), surely is none (`outside`), and where none can be because of the place (`barred`). */
export type SeedsOfHair = { inside: Plane; outside: Plane; barred: Plane };

/**
 * What is known before the hair is followed: the hair of the head, beards, and what is seen beside the mouth where hair falls. Where none falls, all
 * that has its label.
 *
 * @param mayBe of `placesOfHair`
 * @param isBeard of `placeOfBeard`
 */
export function seedsOfHair(
  labels: Uint8Array,
  { matte, kept, frame, size }: BesideHair,
  falls: FallingHair,
  mayBe: (i: number) => boolean,
  isBeard: (i: number) => boolean,
): SeedsOfHair {
  const { centre, height } = frame.head;
  const falling = falls.left || falls.right;
  const seen = new Uint8Array(labels.length);
  for (const i of falls.seen) seen[i] = 1;
  const isSure = (i: number) => !falling || (i / size.width - centre[1]) / height < sureAbove || isBeard(i);
  const [inside, outside, barred] = [0, 1, 2].map(() => new Float32Array(labels.length)) as [Plane, Plane, Plane];
  for (let i = 0; i < labels.length; i++) {
    const may = mayBe(i);
    // A place where hair cannot be is no evidence about its neighbours, unless it shows skin.
    if (kept[i]! > 0.5 || matte[i]! < leastMatte || (!may && labels[i] === label.skin)) outside[i] = 1;
    else if (!may) barred[i] = 1;
    else if (seen[i] === 1 || (labels[i] === label.hair && isSure(i))) inside[i] = 1;
  }
  return { inside, outside, barred };
}
