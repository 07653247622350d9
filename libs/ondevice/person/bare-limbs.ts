import { partsOver, type SeenParts } from '../parts/see-parts.ts';
import type { Plane, Size } from '../pixels/plane.ts';
import { distanceBetween, distanceToSegment, type Point } from '../pixels/points.ts';
import { clamp, mix, norm, smoothstep } from '../pixels/scalar.ts';
import { mean, median } from '../pixels/statistics.ts';
import { acrossTorso, type BodyFrame, downTorso, limbScale } from './body-frame.ts';
import { colourBins, smoothHistogram } from './colour-histogram.ts';
import { joint } from './find-pose.ts';

/**
 * A bone of an arm or a leg: half-widths at both ends in pixels, and at even steps along it the share of skin less the share of
 * cloth, -1..1; 0 where neither is known.
 */
export type Limb = { from: Point; to: Point; radii: readonly [number, number]; skin: readonly number[] };

/** Half-widths in shoulder widths (Drillis and Contini 1966, with room for muscles). */
const halfWidths = { shoulder: 0.14, elbow: 0.11, wrist: 0.075, hip: 0.2, knee: 0.13, ankle: 0.09 } as const;

const steps = 14;
/** What limbs are judged by: colours, their bins, the person's skin as a histogram of bins, whether from seen hands too, its hue, the opacity, the parts. */
type Colours = {
  lightness: Plane;
  bins: Uint16Array;
  skin: Float32Array;
  seenHands: boolean;
  hasHueOfSkin: (i: number) => boolean;
  matte: Plane;
  parts?: SeenParts | undefined;
};

/**
 * Finds how far the arms and legs are bare: at every step along a bone, pixels near its axis are skin or cloth by which of this
 * person's skin and the cloth worn on the trunk next to the limb explains their colour better (Bayes' rule), and skin is even.
 * A sleeve does not begin again below bare skin: an arm is only bare from its far end upwards.
 */
export function bareLimbs(frame: BodyFrame, size: Size, colours: Colours): Limb[] {
  const { bins, skin, lightness, hasHueOfSkin, matte, seenHands } = colours;
  const { arms, legs } = bonesOf(frame);
  const clothAbove = trunkColours(frame, size, colours, arms.flat(), 0.2, 0.6);
  const clothBelow = trunkColours(frame, size, colours, arms.flat(), 1, 1.25);
  const bared = (bone: Bone, cloth: Float32Array): Limb => {
    const evidence = (i: number) => {
      const [s, c] = [skin[bins[i]!]!, cloth[bins[i]!]!];
      if (s > doubt * c + rare || (c < rare && hasHueOfSkin(i))) return 1;
      return c > s + rare ? -1 : 0;
    };
    const steady = Array.from({ length: steps }, (_, k) => {
      const across = pixelsAcross(bone, k / (steps - 1), size, matte);
      const balance = across.length < 6 ? 0 : mean(across.map(evidence));
      return roughness(across, lightness, seenHands ? lightEdges : 0) > evenSkin ? Math.min(0, balance) : balance;
    });
    return { ...bone, skin: steady.map((own, k) => median([steady[k - 1] ?? own, own, steady[k + 1] ?? own])) };
  };
  return [
    ...arms.flatMap((bones) => fromFarEnd(bones.map((bone) => bared(bone, clothAbove)))),
    ...legs.map((bone) => bared(bone, clothBelow)),
  ];
}

/** A colour less frequent than this, four times what all colours alike would be, is not known as skin. */
const rare = 4 / colourBins;
/** Share of the trunk that is not like skin, from which only that is cloth. */
const leastCloth = 0.25;
/** Belief of the classifier of parts from which something before the trunk is hair. */
const seenAsHair = 0.5;
/** How much likelier skin must be than cloth: a sleeve that is painted by mistake is less harm than none. */
const doubt = 1.4;
/** Mean step of OKLab lightness between neighbouring pixels across a limb up to which it can be skin. */
const evenSkin = 0.035;
/** Share of those steps that may be the edge of light on an arm, where hands show its colours, lit and in shade. */
const lightEdges = 0.2;
/** Balance of skin and cloth from which a limb is surely bare. */
const bareFrom = 0.35;
/** Steps with cloth on a bare arm, for a watch or a wrong wrist. */
const gap = 4;

/** Clears what is bare above a sleeve. */
function fromFarEnd(bones: readonly Limb[]): Limb[] {
  let covered = 0;
  const kept = bones.toReversed().map((bone) => {
    const skin = bone.skin.toReversed().map((balance) => {
      covered = balance > bareFrom && covered <= gap ? 0 : covered + 1;
      return covered > gap ? Math.min(0, balance) : balance;
    });
    return { ...bone, skin: skin.toReversed() };
  });
  return kept.toReversed();
}

type Bone = Omit<Limb, 'skin'>;

/** The bones of the seen legs, and of each arm from the shoulder; an unseen upper arm hangs down. */
function bonesOf(frame: BodyFrame): { arms: Bone[][]; legs: Bone[] } {
  const { arms, at, seen } = frame;
  const scale = limbScale(frame);
  const radii = (a: keyof typeof halfWidths, b: keyof typeof halfWidths) =>
    [halfWidths[a] * scale, halfWidths[b] * scale] as const;
  const sides = [
    [joint.leftHip, joint.leftKnee, joint.leftAnkle],
    [joint.rightHip, joint.rightKnee, joint.rightAnkle],
  ] as const;
  return {
    arms: arms.map(({ shoulder, elbow, wrist, wristSeen }) => [
      { from: shoulder, to: elbow, radii: radii('shoulder', 'elbow') },
      ...(wristSeen ? [{ from: elbow, to: wrist, radii: radii('elbow', 'wrist') }] : []),
    ]),
    legs: sides.flatMap(([hip, knee, ankle]) => [
      ...(seen(knee) > 0.5 ? [{ from: at(hip), to: at(knee), radii: radii('hip', 'knee') }] : []),
      ...(seen(ankle) > 0.5 ? [{ from: at(knee), to: at(ankle), radii: radii('knee', 'ankle') }] : []),
    ]),
  };
}

/** Histogram (sum 1) of the cloth on the trunk between two `v`: without arms and hair, and without bare skin unless hardly anything else is seen. */
function trunkColours(
  frame: BodyFrame,
  size: Size,
  { bins, skin, matte, parts }: Colours,
  arms: readonly Bone[],
  top: number,
  bottom: number,
): Float32Array {
  const seen: number[] = [];
  const told = parts && partsOver(parts, size);
  for (let i = 0; i < bins.length; i += 3) {
    if (matte[i]! < 0.8) continue;
    const x = i % size.width;
    const y = (i - x) / size.width;
    const v = downTorso(frame, x, y);
    if (v < top || v > bottom || Math.abs(acrossTorso(frame, x, y)) > 0.35) continue;
    if (arms.some(({ from, to, radii }) => distanceToSegment(x, y, from, to) < Math.max(radii[0], radii[1]))) continue;
    if (told?.covers(x, y) && told.value(parts!.hair, x, y) > seenAsHair) continue;
    seen.push(bins[i]!);
  }
  const other = seen.filter((bin) => skin[bin]! < rare);
  const histogram = new Float32Array(colourBins);
  for (const bin of other.length > leastCloth * seen.length ? other : seen) histogram[bin]! += 1;
  return smoothHistogram(histogram);
}

/** The person's pixels on three lines across a limb, within 60% of its width, at `t` (0..1) along it. */
function pixelsAcross({ from, to, radii }: Bone, t: number, { width, height }: Size, matte: Plane): number[] {
  const length = distanceBetween(from, to) || 1;
  const normal: Point = [-(to[1] - from[1]) / length, (to[0] - from[0]) / length];
  const reach = 0.6 * mix(radii[0], radii[1], t);
  const found: number[] = [];
  for (const line of [-0.02, 0, 0.02])
    for (let k = -6; k <= 6; k++) {
      const x = Math.round(mix(from[0], to[0], t + line) + (normal[0] * reach * k) / 6);
      const y = Math.round(mix(from[1], to[1], t + line) + (normal[1] * reach * k) / 6);
      if (x < 0 || y < 0 || x >= width || y >= height || matte[y * width + x]! < 0.6) continue;
      found.push(y * width + x);
    }
  return found;
}

/** The mean step of lightness, but for a share of `edges`, the largest ones. */
function roughness(pixels: readonly number[], lightness: Plane, edges: number): number {
  const all = pixels.slice(1).map((i, k) => Math.abs(lightness[i]! - lightness[pixels[k]!]!));
  return mean(edges === 0 ? all : all.sort((a, b) => a - b).slice(0, Math.ceil(all.length * (1 - edges))));
}

/** Those of some limbs that are bare somewhere. */
export const bareOnes = (limbs: readonly Limb[]): Limb[] =>
  limbs.filter(({ skin }) => skin.some((balance) => balance > bareFrom - 0.2));

/** What {@link onLimbs} returns: always the same object, as there are a million places in a picture. */
const onLimb = { bare: 0, covered: 0 };

/** How far a place lies on a limb (0..1) that is bare there, or covered there; valid until the next call. */
export function onLimbs(limbs: readonly Limb[], x: number, y: number): { bare: number; covered: number } {
  let bare = 0;
  let covered = 0;
  for (let which = 0; which < limbs.length; which++) {
    const limb = limbs[which]!;
    const { from, to, radii } = limb;
    const dx = to[0] - from[0];
    const dy = to[1] - from[1];
    const t = clamp(((x - from[0]) * dx + (y - from[1]) * dy) / (dx * dx + dy * dy || 1), 0, 1);
    const relative = norm(x - from[0] - t * dx, y - from[1] - t * dy) / mix(radii[0], radii[1], t);
    if (relative > 1.35) continue;
    const near = 1 - smoothstep(0.85, 1.35, relative);
    const at = t * (steps - 1);
    const k = Math.min(steps - 2, Math.floor(at));
    const balance = mix(limb.skin[k]!, limb.skin[k + 1]!, at - k);
    bare = Math.max(bare, near * smoothstep(bareFrom - 0.2, bareFrom, balance));
    covered = Math.max(covered, near * smoothstep(bareFrom - 0.2, bareFrom, -balance));
  }
  onLimb.bare = bare;
  onLimb.covered = Math.min(covered, 1 - bare);
  return onLimb;
}
