import { shouldersBelow } from '../person/body-frame.ts';
import { bodyPart } from '../person/body-map.ts';
import { label } from '../person/labels.ts';
import type { Plane } from '../pixels/plane.ts';
import { clamp, smoothstep } from '../pixels/scalar.ts';
import { softenSteps } from '../pixels/soften-steps.ts';
import type { GarmentKind, Neck } from './garments.ts';
import { isNeckKnown } from './is-neck-known.ts';
import { necklineCurve, shoulderLine } from './neckline.ts';
import type { Subject } from './subject.ts';
import type { Worn } from './worn.ts';

/** From where on a worn sleeve hides the upper arm wholly: 1 is the elbow. */
const wholeUpperArm = 1;

/** How far beyond the worn sleeve's end a new one may go: that is measured in tenths of a bone. */
const beyondWorn = 0.2;

/**
 * Coverage of each pixel by a garment for the upper body, 0..1: everything the worn top covers, as what is under it is
 * unknown, and from the neckline down the torso and the arms to the end of the sleeves. A waistcoat leaves the sleeves to what is
 * worn below it.
 */
export function coverage(
  subject: Subject,
  worn: Worn,
  garment: { kind: GarmentKind; neck: Neck; sleeve: number },
): Plane {
  const { matte, body, parsed, size } = subject;
  const neckKept = garment.neck !== 'turtle' && !isNeckKnown(subject);
  // There neck, jaw and beard are all the skin that is seen, wherever the shoulders are supposed.
  const bareKept = neckKept && shouldersBelow(parsed.frame, size);
  const curve = necklineCurve(garment.neck, worn.neckline);
  const edge = 1.6 / parsed.frame.torsoLength;
  const hem = Math.min(worn.waist ?? 1.02, 1.05);
  const waistcoat = garment.kind === 'outer' && garment.sleeve === 0;
  const cover = new Float32Array(matte.length);
  for (let i = 0; i < cover.length; i++) {
    const a = matte[i]!;
    if (a < 0.02) continue;
    const u = body.u[i]!;
    const v = body.v[i]!;
    const part = body.part[i]!;
    const skirt = garment.kind === 'dress' ? worn.bottom[i]! : 0;
    const upper = part === bodyPart.leftUpperArm || part === bodyPart.rightUpperArm;
    // Skin beside a sleeve is not that of the arm in it, but of the chest of somebody who is turned.
    const ofChest = worn.sleeve >= wholeUpperArm && parsed.labels[i] === label.skin;
    const onTrunk = part === bodyPart.torso || (upper && ofChest);
    let own = smoothstep(-edge, edge, v - curve(u));
    if (onTrunk) {
      if (parsed.labels[i] === label.bottom) own = 0;
      else if (parsed.labels[i] !== label.top) own *= 1 - smoothstep(hem, hem + 0.02, v);
      if (garment.sleeve === 0 && v < 0.3 && !ofChest) own *= 1 - smoothstep(0.4, 0.425, Math.abs(u));
    } else {
      const { elbowSeen } = parsed.frame.arms[part < bodyPart.rightUpperArm ? 0 : 1];
      // If the arm's position is a guess, the end of its sleeve is unknown. Beside a bare arm lies what is behind it.
      const end = Math.min(garment.sleeve, worn.sleeve + beyondWorn);
      const sleeve = elbowSeen ? sleeveAt(end, body.along[i]!) : 1;
      own = garment.sleeve === 0 ? 0 : (upper ? own : 1) * sleeve;
    }
    const top = shoulderLine(u) - (onTrunk ? 0 : 0.12);
    const kept = onTrunk ? neckKept : bareKept;
    own *= kept && parsed.labels[i] === label.skin ? 0 : smoothstep(top - 0.04, top, v);
    cover[i] = Math.max(own, waistcoat ? 0 : worn.top[i]!, skirt) * ofPerson(a) * (1 - worn.untouchable[i]!);
  }
  return softenSteps(cover, size);
}

/**
 * How far the colours of a pixel of this opacity are those of the person. At an outline they are wholly: as its opacity is used when the picture is
 * composed, painting by it would leave a rim of the worn colour.
 */
export const ofPerson = (opacity: number): number => clamp(opacity / 0.2, 0, 1);

const sleeveAt = (sleeve: number, along: number): number => {
  const end = sleeve > 1.85 ? 1.99 : sleeve;
  return 1 - smoothstep(end - 0.012, end + 0.012, along);
};
