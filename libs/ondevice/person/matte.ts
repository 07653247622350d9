import { boxBlur, gaussianBlur } from '../pixels/box-blur.ts';
import { connectedComponents } from '../pixels/components.ts';
import type { Plane, Size } from '../pixels/plane.ts';
import { clamp, mix, sigmoid, smoothstep } from '../pixels/scalar.ts';
import { type Classes, overImage } from './classes.ts';
import type { Pose } from './find-pose.ts';

/** Moves the edges of a plane of values 0..1 to those of the photograph. */
export type FollowEdges = (plane: Plane) => Plane;

/**
 * How much of each pixel is the person, 0..1: two of the networks for outlines, parsing and pose have to agree on a pixel, a guided filter finds the
 * exact edge, and a curve sharpens it, steeply for cloth and softly for hair.
 */
export function matteOf({ mask, region }: Pose, classes: Classes, followEdges: FollowEdges, size: Size): Plane {
  const posed = overImage(mask.map(sigmoid), region, size);
  const belief = new Float32Array(posed.length);
  for (let i = 0; i < belief.length; i++) belief[i] = middleOf(classes.person[i]!, 1 - classes.ground[i]!, posed[i]!);
  dropOthers(belief, size, posed);
  return sharpenEdge(followEdges(followEdges(belief)), classes, size);
}

/** The middle one of three numbers. */
const middleOf = (a: number, b: number, c: number): number => Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));

/** Belief from which a pixel counts as part of a person. */
const somebody = 0.35;
/** Below this value of the pose network a pixel is not part of its person, though it may be a held object. */
const supported = 0.3;
/** Mean support from which an area is the person's, and its size against the largest one. */
const own = { support: 0.25, share: 0.08 } as const;

/**
 * Removes other people, in place: areas that are small or mostly not part of this person according to the pose network, and areas that touch the left
 * or right border without its support (a neighbour's arm or hair).
 *
 * @param belief "is a person", 0..1 a pixel
 * @param support how far the pose network takes each pixel for the person's, 0..1
 */
export function dropOthers(belief: Plane, size: Size, support: Plane): void {
  const areas = connectedComponents((i) => belief[i]! >= somebody, size);
  const sums = new Float64Array(areas.sizes.length);
  for (let i = 0; i < support.length; i++) sums[areas.labels[i]!]! += support[i]!;
  const largest = Math.max(...areas.sizes);
  const keep = areas.sizes.map(
    (pixels, k) => k > 0 && pixels >= own.share * largest && sums[k]! > own.support * pixels,
  );
  const strangers = connectedComponents((i) => belief[i]! >= somebody && support[i]! < supported, size);
  const reachesIn = strangers.sizes.map(() => false);
  for (let y = 0; y < size.height; y++)
    for (const x of [0, size.width - 1]) reachesIn[strangers.labels[y * size.width + x]!] = true;
  reachesIn[0] = false;
  const all = new Float32Array(belief.length);
  for (let i = 0; i < all.length; i++) if (keep[areas.labels[i]!]! && !reachesIn[strangers.labels[i]!]) all[i] = 1;
  const kept = boxBlur(all, size, 6);
  for (let i = 0; i < belief.length; i++) belief[i]! *= clamp(kept[i]! * 4, 0, 1);
}

/** How widely the edges of cloth and skin are smoothed, and how far round a pixel hair is looked for, as shares of the longer side. */
const fine = 1 / 300;
const beside = 1 / 100;

/**
 * Sharpens a matte that a guided filter left half-transparent: cloth and skin have a hard, smooth edge, hair keeps its softness.
 */
function sharpenEdge(matte: Plane, { hair, skin, clothes, other }: Classes, size: Size): Plane {
  const long = Math.max(size.width, size.height);
  const firm = new Float32Array(matte.length);
  for (let i = 0; i < firm.length; i++) firm[i] = clothes[i]! + skin[i]! + other[i]!;
  const even = gaussianBlur(matte, size, Math.max(1, long * fine));
  const hairNear = gaussianBlur(hair, size, Math.max(1, long * beside));
  const firmNear = gaussianBlur(firm, size, Math.max(1, long * beside), firm);
  const out = new Float32Array(matte.length);
  for (let i = 0; i < out.length; i++) {
    if (even[i] === 0 && matte[i] === 0) continue;
    const soft = smoothstep(0.3, 0.7, (hairNear[i]! + 1e-3) / (hairNear[i]! + firmNear[i]! + 1e-3));
    out[i] = mix(smoothstep(0.4, 0.68, even[i]!), smoothstep(0.3, 0.92, matte[i]!), soft);
  }
  return out;
}
