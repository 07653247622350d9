import { dropApart } from '../pixels/drop-apart.ts';
import type { Plane, Size } from '../pixels/plane.ts';
import { sigmoid } from '../pixels/scalar.ts';
import type { Classes } from './classes.ts';
import type { Pose } from './find-pose.ts';
import { dropOthers } from './other-people.ts';
import { overImage } from './seen-region.ts';
import { sharpenEdge } from './sharpen-edge.ts';

/** Moves the edges of a plane of values 0..1 to those of the photograph. */
export type FollowEdges = (plane: Plane) => Plane;

/** What lies apart from the person and is smaller than this share of them is no foot. */
const speck = 0.002;

/**
 * How much of each pixel is the person, 0..1: two of the networks for outlines, parsing and pose have to agree on a pixel, a guided filter finds the
 * exact edge, and a curve sharpens it, steeply for cloth and softly for hair.
 */
export function matteOf({ mask, region }: Pose, classes: Classes, followEdges: FollowEdges, size: Size): Plane {
  const posed = overImage({ mask: mask.map(sigmoid), side: 256, region }, size);
  const belief = new Float32Array(posed.length);
  for (let i = 0; i < belief.length; i++) belief[i] = middleOf(classes.person[i]!, 1 - classes.ground[i]!, posed[i]!);
  dropOthers(belief, size, posed);
  const matte = sharpenEdge(followEdges(followEdges(belief)), classes, size);
  dropApart(matte, size, 0.05, speck);
  return matte;
}

/** The middle one of three numbers. */
const middleOf = (a: number, b: number, c: number): number => Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
