import type { Plane, Size } from '../pixels/plane.ts';
import { distanceBetween, type Point } from '../pixels/points.ts';
import { mix } from '../pixels/scalar.ts';
import { mean, median } from '../pixels/statistics.ts';
import { type BodyFrame, limbScale } from './body-frame.ts';
import { type Bone, clothOfTrunk, type TrunkColours } from './cloth-of-trunk.ts';
import { rareColour } from './colour-histogram.ts';
import { joint } from './find-pose.ts';
import { bareFrom, type Limb } from './on-limbs.ts';

/** Half-widths in shoulder widths (Drillis and Contini 1966, with room for muscles). */
const halfWidths = { shoulder: 0.14, elbow: 0.11, wrist: 0.075, hip: 0.2, knee: 0.13, ankle: 0.09 } as const;

const steps = 14;
/** What limbs are judged by: besides the trunk's colours lightness, whether the skin's colours are from seen hands too, and its hue. */
type Colours = TrunkColours & {
  lightness: Plane;
  seenHands: boolean;
  hasHueOfSkin: (i: number) => boolean;
};

/**
 * Finds how far the arms and legs are bare: at every step along a bone, pixels near its axis are skin or cloth by which of this
 * person's skin and the cloth worn on the trunk next to the limb explains their colour better (Bayes' rule), and skin is even.
 * A sleeve does not begin again below bare skin: an arm is only bare from its far end upwards.
 */
export function bareLimbs(frame: BodyFrame, size: Size, colours: Colours): Limb[] {
  const { bins, skin, lightness, hasHueOfSkin, matte, seenHands } = colours;
  const { arms, legs } = bonesOf(frame, size);
  const clothAbove = clothOfTrunk(frame, size, colours, arms.flat(), 0.2, 0.6);
  const clothBelow = clothOfTrunk(frame, size, colours, arms.flat(), 1, 1.25);
  const bared = (bone: Bone, cloth: Float32Array): Limb => {
    const evidence = (i: number) => {
      const [s, c] = [skin[bins[i]!]!, cloth[bins[i]!]!];
      if (s > doubt * c + rareColour || (c < rareColour && hasHueOfSkin(i))) return 1;
      return c > s + rareColour ? -1 : 0;
    };
    const steady = Array.from({ length: steps }, (_, k) => {
      const lines = linesAcross(bone, k / (steps - 1), size, matte);
      const across = lines.flat();
      const balance = across.length < 6 ? 0 : mean(across.map(evidence));
      return roughness(lines, lightness, seenHands ? lightEdges : 0) > evenSkin ? Math.min(0, balance) : balance;
    });
    return { ...bone, skin: steady.map((own, k) => median([steady[k - 1] ?? own, own, steady[k + 1] ?? own])) };
  };
  return [
    ...arms.flatMap((bones) => fromFarEnd(bones.map((bone) => bared(bone, clothAbove)))),
    ...legs.map((bone) => bared(bone, clothBelow)),
  ];
}

/** How much likelier skin must be than cloth: a sleeve that is painted by mistake is less harm than none. */
const doubt = 1.4;
/** Mean step of OKLab lightness between neighbouring pixels across a limb up to which it can be skin. */
const evenSkin = 0.035;
/** Share of those steps that may be the edge of light on an arm, where hands show its colours, lit and in shade. */
const lightEdges = 0.2;
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

/** The bones of the legs, seen or, of those who stand, cut by the picture, and of each arm from the shoulder; an unseen upper arm hangs down. */
function bonesOf(frame: BodyFrame, { height }: Size): { arms: Bone[][]; legs: Bone[] } {
  const { arms, at, seen } = frame;
  const scale = limbScale(frame);
  const radii = (a: keyof typeof halfWidths, b: keyof typeof halfWidths) =>
    [halfWidths[a] * scale, halfWidths[b] * scale] as const;
  const sides = [
    [joint.leftHip, joint.leftKnee, joint.leftAnkle],
    [joint.rightHip, joint.rightKnee, joint.rightAnkle],
  ] as const;
  const isCut = (hip: number, knee: number) =>
    seen(hip) > 0.5 && at(knee)[1] > height && hangs(frame, at(hip), at(knee));
  return {
    arms: arms.map(({ shoulder, elbow, wrist, wristSeen }) => [
      { from: shoulder, to: elbow, radii: radii('shoulder', 'elbow') },
      ...(wristSeen ? [{ from: elbow, to: wrist, radii: radii('elbow', 'wrist') }] : []),
    ]),
    legs: sides.flatMap(([hip, knee, ankle]) => [
      ...(seen(knee) > 0.5 || isCut(hip, knee) ? [{ from: at(hip), to: at(knee), radii: radii('hip', 'knee') }] : []),
      ...(seen(ankle) > 0.5 ? [{ from: at(knee), to: at(ankle), radii: radii('knee', 'ankle') }] : []),
    ]),
  };
}

/** Whether a thigh goes on along the spine: where it does not, somebody sits, and where a knee is that is not seen is a guess. */
function hangs({ down }: BodyFrame, hip: Point, knee: Point): boolean {
  const along = (knee[0] - hip[0]) * down[0] + (knee[1] - hip[1]) * down[1];
  return along > 0.9 * distanceBetween(hip, knee);
}

/** The person's pixels on three lines across a limb, within 60% of its width, at `t` (0..1) along it. */
function linesAcross({ from, to, radii }: Bone, t: number, { width, height }: Size, matte: Plane): number[][] {
  const length = distanceBetween(from, to) || 1;
  const normal: Point = [-(to[1] - from[1]) / length, (to[0] - from[0]) / length];
  const reach = 0.6 * mix(radii[0], radii[1], t);
  return [-0.02, 0, 0.02].map((line) => {
    const found: number[] = [];
    for (let k = -6; k <= 6; k++) {
      const x = Math.round(mix(from[0], to[0], t + line) + (normal[0] * reach * k) / 6);
      const y = Math.round(mix(from[1], to[1], t + line) + (normal[1] * reach * k) / 6);
      if (x < 0 || y < 0 || x >= width || y >= height || matte[y * width + x]! < 0.6) continue;
      found.push(y * width + x);
    }
    return found;
  });
}

/** The mean step of lightness along lines of pixels, but for a share of `edges`, the largest ones. */
function roughness(lines: readonly (readonly number[])[], lightness: Plane, edges: number): number {
  const all = lines.flatMap((line) => line.slice(1).map((i, k) => Math.abs(lightness[i]! - lightness[line[k]!]!)));
  return mean(edges === 0 ? all : all.sort((a, b) => a - b).slice(0, Math.ceil(all.length * (1 - edges))));
}
