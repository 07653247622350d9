import type { RgbImage } from '@styling/imaging';
import type { Subject } from '../garment/subject.ts';
import { bodyPart } from '../person/body-map.ts';
import { oklab } from '../pixels/colour.ts';
import type { Plane } from '../pixels/plane.ts';
import { readColours, type SeenColours } from './garment-colours.ts';

/** The garment worn open, and the one visible in its opening. */
export type OpenFront = { outer: SeenColours; inner: SeenColours };

/** Differences in OKLab (colour axes doubled): minimum between the middle and both sides, maximum between the sides. */
const unlike = 0.2;
const alike = 0.12;

/**
 * Detects a jacket worn open: down the chest the middle has another colour than both sides, which have the same colour.
 * Undefined otherwise, including for a closed jacket.
 */
export function readOpenFront(image: RgbImage, { body }: Subject, mask: Plane): OpenFront | undefined {
  const strip = (from: number, to: number): Plane =>
    mask.map((value, i) => {
      const inside = body.part[i] === bodyPart.torso && body.v[i]! > 0.25 && body.v[i]! < 0.75;
      return value > 0.5 && inside && body.u[i]! > from && body.u[i]! < to ? 1 : 0;
    });
  const middle = strip(-0.07, 0.07);
  const inner = readColours(image, middle);
  const left = readColours(image, strip(-0.42, -0.26));
  const right = readColours(image, strip(0.26, 0.42));
  if (!inner || !left || !right || inner.pattern !== 'solid') return undefined;
  const enough = distance(inner, left) > unlike && distance(inner, right) > unlike && distance(left, right) < alike;
  if (!enough || inner.main === left.main) return undefined;
  const sides = mask.map((value, i) => (Math.abs(body.u[i]!) > 0.24 || body.part[i] !== bodyPart.torso ? value : 0));
  return { outer: readColours(image, sides) ?? left, inner };
}

function distance({ rgb: one }: SeenColours, { rgb: other }: SeenColours): number {
  const [p, q] = [oklab(one), oklab(other)];
  return Math.hypot(0.8 * (p[0] - q[0]), 2 * (p[1] - q[1]), 2 * (p[2] - q[2]));
}
