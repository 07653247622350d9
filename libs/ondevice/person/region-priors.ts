import type { Plane } from '../pixels/plane.ts';
import { smoothstep } from '../pixels/scalar.ts';
import { type Evidence, nearest, type Place, placesOf } from './body-evidence.ts';
import type { BodyFrame } from './body-frame.ts';
import { joint } from './find-pose.ts';
import { garmentLooksLikeSkin } from './garment-looks-like-skin.ts';
import { label, labelCount } from './labels.ts';
import { type Segment, segmentsOf } from './limb-segments.ts';
import { onLimbs } from './on-limbs.ts';

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

/** 1 in the middle of the chest, where there is hardly ever anything but a garment. */
const torsoCore = ({ u, v }: Place): number =>
  smoothstep(0.12, 0.3, v) * (1 - smoothstep(0.5, 0.7, v)) * (1 - smoothstep(0.3, 0.5, Math.abs(u)));

function shoePrior(frame: BodyFrame, place: Place, feet: readonly Segment[]): number {
  if (feet.length === 0) return 0;
  const ankle = Math.min(frame.at(joint.leftAnkle)[1], frame.at(joint.rightAnkle)[1]);
  const low = smoothstep(ankle - 0.12 * frame.shoulderWidth, ankle + 0.06 * frame.shoulderWidth, place.y);
  return low * 0.9 * (1 - smoothstep(0.12, 0.3, nearest(frame, place, feet)));
}
