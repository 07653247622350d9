import { boxBlur } from '../pixels/box-blur.ts';
import { clothDistance, type OklabPlanes, type Triple } from '../pixels/colour.ts';
import { maskWhere, type Plane, type Size } from '../pixels/plane.ts';
import { distanceToSegment } from '../pixels/points.ts';
import { clamp, sigmoid, smoothstep } from '../pixels/scalar.ts';
import { type BodyFrame, downTorso } from './body-frame.ts';
import { type BodyMap, bodyPart } from './body-map.ts';
import type { Classes } from './classes.ts';
import { joint } from './find-pose.ts';
import type { FollowEdges } from './matte.ts';

/** What a pixel of the person shows; `other` is what they hold or wear that is no cloth, as a bag or a telephone. */
export const label = { background: 0, hair: 1, skin: 2, top: 3, bottom: 4, shoes: 5, other: 6 } as const;

/** What a person is labelled from; planes cover `size`. */
export type ToLabel = {
  size: Size;
  followEdges: FollowEdges;
  matte: Plane;
  classes: Classes;
  frame: BodyFrame;
  body: BodyMap;
  oklab: OklabPlanes;
};

/** Where a waist is on the spine, in v, if nothing else tells; between these two places a pixel's colour decides. */
const waist = { usual: 0.9, highest: 0.6, lowest: 1.3 } as const;
/** Distance of the mean colours above and below in OKLab up to which they are one cloth, as of a dress. */
const sameCloth = 0.07;
/** Sure pixels of a cloth from which its colours are known. */
const leastKnown = 60;
/** How close to the line from ankle to toe a shoe is, in shoulder widths. */
const besideFoot = 0.16;

/**
 * Labels a person's pixels ({@link label}): the parsing network's classes, moved to the photograph's edges by a guided filter, within the matte;
 * clothes are parted at the waist by the body's frame and their own colours.
 */
export function labelPixels(seen: ToLabel): Uint8Array {
  const { followEdges, matte, classes } = seen;
  const within = withLost(seen);
  const [hair, skin, clothes] = [within.hair, classes.skin, within.clothes].map(followEdges);
  const labels = new Uint8Array(matte.length);
  for (let i = 0; i < labels.length; i++) {
    if (matte[i]! < 0.5) continue;
    let [most, which]: [number, number] = [clothes![i]!, label.top];
    if (skin![i]! > most) [most, which] = [skin![i]!, label.skin];
    if (hair![i]! > most) [most, which] = [hair![i]!, label.hair];
    // All four sum to 1, which a guided filter leaves as it is.
    if (1 - hair![i]! - skin![i]! - clothes![i]! > most) which = label.other;
    labels[i] = which;
  }
  shoe(labels, seen);
  partAtWaist(labels, seen);
  return labels;
}

/**
 * Hair and clothes with what the network takes for ground though it lies within the matte: dark hair above the chin, and dark clothes below it.
 */
function withLost({ classes, frame, body }: ToLabel): Record<'hair' | 'clothes', Plane> {
  const out = { hair: classes.hair.slice(), clothes: classes.clothes.slice() };
  const chin = downTorso(frame, ...frame.head.chin);
  for (let i = 0; i < body.v.length; i++) out[body.v[i]! < chin ? 'hair' : 'clothes'][i]! += classes.ground[i]!;
  return out;
}

/** Labels what lies on the feet as shoes, in place. */
function shoe(labels: Uint8Array, { frame, size }: ToLabel): void {
  const feet = [
    [joint.leftHeel, joint.leftFoot, joint.leftAnkle],
    [joint.rightHeel, joint.rightFoot, joint.rightAnkle],
  ].filter(([, , ankle]) => frame.seen(ankle!) > 0.4);
  if (feet.length === 0) return;
  const near = besideFoot * frame.shoulderWidth;
  for (let i = 0; i < labels.length; i++) {
    if (labels[i] !== label.top && labels[i] !== label.other) continue;
    const x = i % size.width;
    const y = (i - x) / size.width;
    if (feet.some(([heel, toe]) => distanceToSegment(x, y, frame.at(heel!), frame.at(toe!)) < near))
      labels[i] = label.shoes;
  }
}

/** Labels cloth below the waist as the bottom, in place; sleeves stay the top's. */
function partAtWaist(labels: Uint8Array, { frame, body, oklab, size }: ToLabel): void {
  if (downTorso(frame, frame.neck[0], size.height - 1) < waist.highest) return;
  const cloth = maskWhere(labels.length, (i) => labels[i] === label.top && body.part[i] === bodyPart.torso);
  const colourAt = (i: number): Triple => [oklab.lightness[i]!, oklab.a[i]!, oklab.b[i]!];
  const colourBetween = (from: number, to: number): Triple | undefined => {
    let [lightness, a, b, count] = [0, 0, 0, 0];
    for (let i = 0; i < cloth.length; i++) {
      if (cloth[i] === 0 || body.v[i]! <= from || body.v[i]! >= to) continue;
      lightness += oklab.lightness[i]!;
      a += oklab.a[i]!;
      b += oklab.b[i]!;
      count++;
    }
    return count < leastKnown ? undefined : [lightness / count, a / count, b / count];
  };
  const [above, below] = [colourBetween(0.1, waist.highest), colourBetween(waist.lowest - 0.15, 3)];
  const apart = above && below ? clothDistance(above, below) : 0;
  const belief = new Float32Array(labels.length);
  for (let i = 0; i < labels.length; i++) {
    if (cloth[i] === 0) continue;
    const v = body.v[i]!;
    let odds = (v - waist.usual) * 60;
    if (above && below && apart > sameCloth) {
      const nearer = clothDistance(colourAt(i), above) ** 2 - clothDistance(colourAt(i), below) ** 2;
      odds = (v - waist.usual) * 6 + 3 * clamp(nearer / apart ** 2, -1, 1);
    }
    const inBetween = smoothstep(waist.highest - 0.1, waist.highest, v);
    belief[i] = v > waist.lowest ? 1 : inBetween * sigmoid(odds);
  }
  const radius = Math.max(2, Math.round(frame.shoulderWidth * 0.06));
  const [near, all] = [boxBlur(belief, size, radius, belief), boxBlur(cloth, size, radius)];
  for (let i = 0; i < labels.length; i++) if (cloth[i] === 1 && near[i]! > 0.5 * all[i]!) labels[i] = label.bottom;
}
