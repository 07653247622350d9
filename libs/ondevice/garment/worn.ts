import { bodyPart } from '../person/body-map.ts';
import { label } from '../person/labels.ts';
import { boxBlur } from '../pixels/box-blur.ts';
import { inverted, maskOf, type Plane, stepPlane, union } from '../pixels/plane.ts';
import { clamp } from '../pixels/scalar.ts';
import type { Subject } from './subject.ts';

/** The clothes worn on the photograph. They limit what can be shown, as no skin is ever invented. */
export type Worn = {
  /** Where the top begins on the spine, in v; undefined when that is hidden. */
  neckline: number | undefined;
  /** How far down the arm the sleeves reach: 0 bare, 1 elbow, 2 wrist. */
  sleeve: number;
  /** Softened membership 0..1 in the top and in the garment below. */
  top: Plane;
  bottom: Plane;
  /** How much of each pixel no garment may paint, 0..1. */
  untouchable: Plane;
};

/** Measures {@link Worn}. */
export function measureWorn(subject: Subject): Worn {
  const { parsed, size } = subject;
  const { labels } = parsed;
  const radius = Math.max(2, Math.round(Math.max(size.width, size.height) / 200));
  const anything = boxBlur(inverted(maskOf(labels, label.background)), size, radius);
  const soft = (which: number) => {
    const own = stepPlane(boxBlur(maskOf(labels, which), size, 1), 0.15, 0.65);
    return withFringe(own, boxBlur(own, size, radius), anything, subject);
  };
  const { head, hair, hands, skin } = subject.protected;
  return {
    neckline: necklineOn(subject),
    top: soft(label.top),
    bottom: soft(label.bottom),
    sleeve: Math.max(sleeveReach(subject, bodyPart.leftUpperArm), sleeveReach(subject, bodyPart.rightUpperArm)),
    untouchable: union(head, hair, hands, skin),
  };
}

/**
 * Extends a garment to the soft edge of the person beside it, which has no label but its colours; changes `own`. `near` and `anything`: how much
 * of the garment, and of anything labelled, lies round a pixel.
 */
function withFringe(own: Plane, near: Plane, anything: Plane, { parsed, matte }: Subject): Plane {
  for (let i = 0; i < own.length; i++)
    if (parsed.labels[i] === label.background && matte[i]! > 0.02 && anything[i]! > 0)
      own[i] = Math.max(own[i]!, Math.min(1, near[i]! / anything[i]!));
  return own;
}

/** The rows of the spine in which a neckline is looked for, within `reach` of it in u, from one v to another, so many a unit. */
const spine = { reach: 0.03, from: -0.35, to: 0.5, perUnit: 50 } as const;

/** The first v where most pixels near the spine, and those below, are of the top. */
function necklineOn({ parsed, body, matte }: Subject): number | undefined {
  const { reach, from, to, perUnit } = spine;
  const bins = Math.ceil((to - from) * perUnit);
  const all = new Float64Array(bins);
  const labelled = new Float64Array(bins);
  for (let i = 0; i < matte.length; i++) {
    if (Math.abs(body.u[i]!) > reach || matte[i]! < 0.6 || body.part[i] !== bodyPart.torso) continue;
    const bin = Math.floor((body.v[i]! - from) * perUnit);
    if (bin < 0 || bin >= bins) continue;
    all[bin]! += 1;
    if (parsed.labels[i] === label.top) labelled[bin]! += 1;
  }
  const mostly = (bin: number) => labelled[bin]! > all[bin]! * 0.5;
  for (let bin = 0; bin + 1 < bins; bin++)
    if (all[bin]! > 3 && mostly(bin) && (all[bin + 1] === 0 || mostly(bin + 1))) return from + bin / perUnit;
  return undefined;
}

/** How far cloth goes down an arm without a gap, in tenths of a bone. */
function sleeveReach({ parsed, body, matte }: Subject, upperArm: number): number {
  const all = new Float64Array(20);
  const covered = new Float64Array(20);
  for (let i = 0; i < matte.length; i++) {
    if (body.part[i] !== upperArm && body.part[i] !== upperArm + 1) continue;
    if (matte[i]! < 0.8 || Math.abs(body.across[i]!) > 0.6 || parsed.hands[i]! > 0.3) continue;
    const bin = clamp(Math.floor(body.along[i]! * 10), 0, 19);
    all[bin]! += 1;
    if (parsed.labels[i] === label.top || parsed.labels[i] === label.bottom) covered[bin]! += 1;
  }
  let reach = 0;
  for (let bin = 1; bin < 20; bin++) {
    if (all[bin]! < 8) continue;
    if (covered[bin]! < all[bin]! * 0.5) break;
    reach = (bin + 1) / 10;
  }
  return reach;
}
