import type { Plane, Size } from '../pixels/plane.ts';
import { distanceToSegment } from '../pixels/points.ts';
import { smoothstep } from '../pixels/scalar.ts';
import { acrossTorso, type BodyFrame, downTorso, isClose, limbScale } from './body-frame.ts';
import { joint } from './find-pose.ts';
import { label, labelCount } from './labels.ts';
import { type Segment, segmentsOf } from './limb-segments.ts';
import { type Limb, onLimbs } from './on-limbs.ts';

/** What the priors and seeds are made from; planes are 0..1, `skinLike` is > 1 where a colour is typical skin; seen `limbs`. */
export type Evidence = {
  frame: BodyFrame;
  size: Size;
  matte: Plane;
  face: Plane;
  head: Plane;
  hands: Plane;
  skinLike: Plane;
  limbs: readonly Limb[];
};

/** A pixel's place: torso coordinates `u`, `v`; `across`, `below` the face centre in face widths and heights. */
type Place = { x: number; y: number; u: number; v: number; across: number; below: number };

/** The place of a pixel; always the same object, as there are a million of them in a picture. */
function placesOf({ frame, size }: Evidence): (i: number) => Place {
  const { head } = frame;
  const place: Place = { x: 0, y: 0, u: 0, v: 0, across: 0, below: 0 };
  return (i) => {
    const x = i % size.width;
    const y = (i - x) / size.width;
    place.x = x;
    place.y = y;
    place.u = acrossTorso(frame, x, y);
    place.v = downTorso(frame, x, y);
    place.across = (x - head.centre[0]) / head.width;
    place.below = (y - head.centre[1]) / head.height;
    return place;
  };
}

/** Distance to the nearest segment in shoulder widths of limbs. */
function nearest(frame: BodyFrame, { x, y }: Place, segments: readonly Segment[]): number {
  const scale = limbScale(frame);
  let least = 9 * scale;
  for (let k = 0; k < segments.length; k++) {
    const segment = segments[k]!;
    least = Math.min(least, distanceToSegment(x, y, segment[0], segment[1]));
  }
  return least / scale;
}

/** The probability of each label at each pixel from its position on the body alone, times the matte; one plane per label. */
export function regionPriors(evidence: Evidence): Plane[] {
  const { frame, matte, face, head, hands, skinLike } = evidence;
  const priors = Array.from({ length: labelCount }, () => new Float32Array(matte.length));
  const limbs = segmentsOf(frame);
  const skinColoured = garmentLooksLikeSkin(evidence);
  const placeOf = placesOf(evidence);
  for (let i = 0; i < matte.length; i++) {
    const a = matte[i]!;
    if (a < 0.05) {
      priors[label.background]![i] = 1;
      continue;
    }
    const place = placeOf(i);
    const { u, v, across, below } = place;
    const nearArm = 1 - smoothstep(0.13, 0.24, nearest(frame, place, limbs.arms));
    const onFace = face[i]! > 0.5;
    const offHand = 1 - hands[i]! * 0.95;

    const aboveChin = 1 - smoothstep(0.35, 0.75, below);
    const besideFace = below > 0.5 ? smoothstep(0.2, 0.45, Math.abs(across)) : 1;
    const fallsDown = (1 - smoothstep(1, 2.1, below)) * (1 - smoothstep(0.85, 1.5, Math.abs(across))) * besideFace;
    const raised = (1 - head[i]!) * (1 - smoothstep(0.1, 0.16, nearest(frame, place, limbs.raised)));
    const hair = onFace ? 0.04 : Math.max(aboveChin * 0.9, fallsDown * 0.32) * (1 - 0.97 * raised);

    const neck = (1 - smoothstep(0.55, 1.05, below)) * (1 - smoothstep(0.35, 0.7, Math.abs(across)));
    let skin = onFace
      ? 0.95
      : Math.max(neck * 0.8, nearArm * (0.15 + 0.35 * Math.min(1, skinLike[i]!)), 0.12, hands[i]! * 0.97);
    const core = torsoCore(place) * (1 - hands[i]!);
    let top = Math.max(raised, smoothstep(-0.28, -0.08, v)) * (1 - smoothstep(0.9, 1.4, v) * 0.97) * offHand;
    const limb = onLimbs(evidence.limbs, place.x, place.y);
    top = Math.max(top * 0.75, core) * (1 - 0.98 * head[i]!) * (1 - 0.95 * limb.bare);
    if (skinColoured) skin *= 1 - core * 0.8 * (1 - nearArm * 0.6);
    else skin = Math.max(skin, 0.45 * Math.min(1, skinLike[i]!));

    // A hanging arm may be a guess, but a seen forearm is no trousers, wherever it is.
    const onForearm = 1 - smoothstep(0.08, 0.13, nearest(frame, place, limbs.forearms));
    const hangs = nearArm * smoothstep(0.36, 0.5, Math.abs(u)) * (1 - smoothstep(1.5, 1.8, v));
    const armHangs = Math.max(onForearm, hangs);
    let bottom = Math.max(0.8 * smoothstep(0.4, 0.62, v), smoothstep(0.85, 1.1, v)) * offHand * (1 - 0.93 * armHangs);
    const shoes = shoePrior(frame, place, limbs.feet);
    const lifted = 1 - smoothstep(0.13, 0.22, nearest(frame, place, limbs.lifted));
    top *= 1 - 0.9 * lifted;
    bottom = Math.max(bottom, 0.85 * lifted * offHand * (1 - 0.6 * nearArm)) * (1 - shoes * 0.7);
    if (v > 1.05) skin = Math.max(skin, 0.35 * (1 - smoothstep(0.2, 0.45, nearest(frame, place, limbs.legs))));

    skin = Math.max(skin * (1 - 0.93 * limb.covered), 0.9 * limb.bare);
    bottom *= (1 - head[i]!) * (1 - 0.97 * limb.bare);

    priors[label.background]![i] = 1 - a;
    priors[label.hair]![i] = hair * a;
    priors[label.skin]![i] = skin * a;
    priors[label.top]![i] = top * a;
    priors[label.bottom]![i] = bottom * a;
    priors[label.shoes]![i] = shoes * a;
  }
  return priors;
}

/** Below this a colour has not even the hue of skin. */
const noSkin = 0.5;

/** The label of pixels whose position is unambiguous, 0 elsewhere: seeds for learning the colours. */
export function seedLabels(evidence: Evidence, priors: readonly Plane[]): Uint8Array {
  const { frame, matte, face, head, hands, skinLike } = evidence;
  const { legs, lifted } = segmentsOf(frame);
  const thighs = legs.slice(0, 2);
  const skinColoured = garmentLooksLikeSkin(evidence);
  const close = isClose(frame, evidence.size);
  const placeOf = placesOf(evidence);
  const seedAt = (i: number): number => {
    const place = placeOf(i);
    const { u, v, across, below } = place;
    const skin = skinLike[i]!;
    const aside = Math.abs(across);
    if (face[i]! > 0.5) return label.skin;
    if (hands[i]! > 0.9) return skin > 0.5 ? label.skin : 0;
    if (onLimbs(evidence.limbs, place.x, place.y).bare > 0.9) return skin > 0.2 ? label.skin : 0;
    if (below < -0.45 && below > -1.4 && aside < 0.75 && skin < 1.2) return label.hair;
    if (below < 0.2 && aside > 0.52 && aside < 0.8 && skin < 0.6) return label.hair;
    // In a portrait the chest is outside: there the clothes are what is below the chin, beside the neck.
    if (below > 0.85 && v > -0.25 && v < 0.2 && aside > 0.5 && skin < 0.1 && head[i] === 0) return label.top;
    if (close && below > 0.8 && aside > 0.7 && skin < noSkin && head[i] === 0) return label.top;
    if (skin < 1 && nearest(frame, place, lifted) < 0.1) return label.bottom;
    if (v > 0.2 && v < 0.55 && Math.abs(u) < 0.36 && (skinColoured || skin < 0.5)) return label.top;
    if (v > 1.02 && v < 1.5 && Math.abs(u) < 0.35 && skin < 1) return label.bottom;
    if (v > 1.12 && skin < 1 && nearest(frame, place, thighs) < 0.12) return label.bottom;
    return priors[label.shoes]![i]! > 0.7 ? label.shoes : 0;
  };
  const seeds = new Uint8Array(matte.length);
  for (let i = 0; i < seeds.length; i++) if (matte[i]! >= 0.8) seeds[i] = seedAt(i);
  return seeds;
}

/** 1 in the middle of the chest, where there is hardly ever anything but a garment. */
const torsoCore = ({ u, v }: Place): number =>
  smoothstep(0.12, 0.3, v) * (1 - smoothstep(0.5, 0.7, v)) * (1 - smoothstep(0.3, 0.5, Math.abs(u)));

/**
 * Whether the garment has the colour of the face, so that colour cannot distinguish them: most of the chest has, or nearly all
 * of the trunk has its hue. A bare arm or a neckline before the chest leaves something else of the trunk.
 */
function garmentLooksLikeSkin({ frame, size, matte, skinLike, limbs }: Evidence): boolean {
  const [chest, trunk] = [
    { seen: 0, alike: 0 },
    { seen: 0, alike: 0 },
  ];
  for (let i = 0; i < matte.length; i += 3) {
    if (matte[i]! < 0.8) continue;
    const x = i % size.width;
    const y = (i - x) / size.width;
    const aside = Math.abs(acrossTorso(frame, x, y));
    const v = downTorso(frame, x, y);
    if (v < 0 || v > 0.9 || aside > 0.55 || onLimbs(limbs, x, y).bare > 0.5) continue;
    trunk.seen++;
    if (skinLike[i]! > 0.55) trunk.alike++;
    if (v < 0.25 || v > 0.6 || aside > 0.32) continue;
    chest.seen++;
    if (skinLike[i]! > 0.8) chest.alike++;
  }
  return (
    chest.seen > 20 &&
    trunk.alike > trunk.seen * 0.5 &&
    (chest.alike > chest.seen * 0.5 || trunk.alike > trunk.seen * 0.85)
  );
}

function shoePrior(frame: BodyFrame, place: Place, feet: readonly Segment[]): number {
  if (feet.length === 0) return 0;
  const ankle = Math.min(frame.at(joint.leftAnkle)[1], frame.at(joint.rightAnkle)[1]);
  const low = smoothstep(ankle - 0.12 * frame.shoulderWidth, ankle + 0.06 * frame.shoulderWidth, place.y);
  return low * 0.9 * (1 - smoothstep(0.12, 0.3, nearest(frame, place, feet)));
}
