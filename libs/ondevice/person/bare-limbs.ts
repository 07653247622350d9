import type { Plane, Size } from '../pixels/plane.ts';
import { distanceBetween, type Point } from '../pixels/points.ts';
import { clamp, mix, smoothstep } from '../pixels/scalar.ts';
import { acrossTorso, type BodyFrame, downTorso } from './body-frame.ts';
import { colourBins, smoothHistogram } from './colour-histogram.ts';
import { joint } from './find-pose.ts';

/** A seen bone of an arm or a leg: half-widths at both ends in pixels, and how bare it is at even steps along it, 0..1. */
export type Limb = { from: Point; to: Point; radii: readonly [number, number]; bare: readonly number[] };

/** Half-widths in shoulder widths (Drillis and Contini 1966, with room for muscles). */
const halfWidths = { shoulder: 0.14, elbow: 0.11, wrist: 0.075, hip: 0.2, knee: 0.13, ankle: 0.09 } as const;

const steps = 14;
/** Share of skin across a limb from which that step is bare. */
const mostlySkin = 0.5;

/** What limbs are judged by: colour bins of the pixels, the person's skin as a histogram of them, the opacity. */
type Colours = { bins: Uint16Array; skin: Float32Array; matte: Plane };

/**
 * Finds how far the arms and legs are bare: at every step along a bone, pixels near its axis are skin if this person's skin
 * explains their colour better than the cloth worn on the trunk next to the limb does (Bayes' rule, even odds).
 */
export function bareLimbs(frame: BodyFrame, size: Size, { bins, skin, matte }: Colours): Limb[] {
  const clothAbove = trunkColours(frame, size, bins, matte, 0.2, 0.6);
  const clothBelow = trunkColours(frame, size, bins, matte, 1, 1.25);
  return bonesOf(frame).map(({ from, to, radii, leg }) => {
    const cloth = leg ? clothBelow : clothAbove;
    const at = (step: number) => skinShare(step / (steps - 1), from, to, radii, (i) => isSkin(i, cloth), size, matte);
    const isSkin = (i: number, worn: Float32Array) => skin[bins[i]!]! > worn[bins[i]!]! + rare;
    const shares = Array.from({ length: steps }, (_, step) => at(step));
    const bare = shares.map((share, k) => {
      const near = [shares[k - 1] ?? share, share, shares[k + 1] ?? share].sort((a, b) => a - b)[1]!;
      return smoothstep(mostlySkin - 0.15, mostlySkin + 0.15, near);
    });
    return { from, to, radii, bare };
  });
}

/** A colour less frequent than this, four times what all colours alike would be, is not known as skin. */
const rare = 4 / colourBins;

type Bone = { from: Point; to: Point; radii: readonly [number, number]; leg: boolean };

function bonesOf({ arms, at, seen, shoulderWidth }: BodyFrame): Bone[] {
  const radii = (a: keyof typeof halfWidths, b: keyof typeof halfWidths) =>
    [halfWidths[a] * shoulderWidth, halfWidths[b] * shoulderWidth] as const;
  const upper = arms.flatMap(({ shoulder, elbow, wrist, elbowSeen, wristSeen }): Bone[] => [
    ...(elbowSeen ? [{ from: shoulder, to: elbow, radii: radii('shoulder', 'elbow'), leg: false }] : []),
    ...(wristSeen ? [{ from: elbow, to: wrist, radii: radii('elbow', 'wrist'), leg: false }] : []),
  ]);
  const sides = [
    [joint.leftHip, joint.leftKnee, joint.leftAnkle],
    [joint.rightHip, joint.rightKnee, joint.rightAnkle],
  ] as const;
  const lower = sides.flatMap(([hip, knee, ankle]): Bone[] => {
    if (seen(knee) < 0.5) return [];
    const thigh = { from: at(hip), to: at(knee), radii: radii('hip', 'knee'), leg: true };
    return seen(ankle) < 0.5
      ? [thigh]
      : [thigh, { from: at(knee), to: at(ankle), radii: radii('knee', 'ankle'), leg: true }];
  });
  return [...upper, ...lower];
}

/** Histogram (sum 1) of the trunk between two `v`. */
function trunkColours(
  frame: BodyFrame,
  { width }: Size,
  bins: Uint16Array,
  matte: Plane,
  top: number,
  bottom: number,
): Float32Array {
  const histogram = new Float32Array(colourBins);
  for (let i = 0; i < bins.length; i += 3) {
    if (matte[i]! < 0.8) continue;
    const x = i % width;
    const y = (i - x) / width;
    const v = downTorso(frame, x, y);
    if (v < top || v > bottom || Math.abs(acrossTorso(frame, x, y)) > 0.35) continue;
    histogram[bins[i]!]! += 1;
  }
  return smoothHistogram(histogram);
}

/** Share of skin among the pixels across a limb, within 60% of its width, at `t` (0..1) along it; 0 outside of the person. */
function skinShare(
  t: number,
  from: Point,
  to: Point,
  radii: readonly [number, number],
  isSkin: (i: number) => boolean,
  { width, height }: Size,
  matte: Plane,
): number {
  const length = distanceBetween(from, to) || 1;
  const normal: Point = [-(to[1] - from[1]) / length, (to[0] - from[0]) / length];
  const reach = 0.6 * mix(radii[0], radii[1], t);
  const [x, y] = [mix(from[0], to[0], t), mix(from[1], to[1], t)];
  let [seen, bare] = [0, 0];
  for (let k = -6; k <= 6; k++)
    for (const along of [-0.02, 0, 0.02]) {
      const px = Math.round(x + (normal[0] * reach * k) / 6 + (to[0] - from[0]) * along);
      const py = Math.round(y + (normal[1] * reach * k) / 6 + (to[1] - from[1]) * along);
      if (px < 0 || py < 0 || px >= width || py >= height) continue;
      const i = py * width + px;
      if (matte[i]! < 0.6) continue;
      seen++;
      if (isSkin(i)) bare++;
    }
  return seen < 6 ? 0 : bare / seen;
}

/** How far a place lies on a limb (0..1) that is bare there, or covered there. */
export function onLimbs(limbs: readonly Limb[], x: number, y: number): { bare: number; covered: number } {
  let [bare, covered] = [0, 0];
  for (const limb of limbs) {
    const { from, to, radii } = limb;
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const t = clamp(((x - from[0]) * dx + (y - from[1]) * dy) / (dx * dx + dy * dy || 1), 0, 1);
    const [besideX, besideY] = [x - from[0] - t * dx, y - from[1] - t * dy];
    const relative = Math.sqrt(besideX * besideX + besideY * besideY) / mix(radii[0], radii[1], t);
    if (relative > 1.35) continue;
    const near = 1 - smoothstep(0.85, 1.35, relative);
    const at = t * (limb.bare.length - 1);
    const k = Math.min(limb.bare.length - 2, Math.floor(at));
    const share = mix(limb.bare[k]!, limb.bare[k + 1]!, at - k);
    bare = Math.max(bare, near * share);
    covered = Math.max(covered, near * (1 - share));
  }
  return { bare, covered: Math.min(covered, 1 - bare) };
}
