import { boxBlur } from '../pixels/box-blur.ts';
import type { Plane, Size } from '../pixels/plane.ts';
import { distanceToSegment } from '../pixels/points.ts';
import { clamp, smoothstep } from '../pixels/scalar.ts';
import { type BodyFrame, downTorso } from './body-frame.ts';
import { type BodyMap, bodyPart } from './body-map.ts';
import type { Classes } from './classes.ts';
import { colourBins, likeness, smoothHistogram } from './colour-histogram.ts';
import { joint } from './find-pose.ts';
import { label } from './labels.ts';
import type { FollowEdges } from './matte.ts';

/** What a person is labelled from; planes and bins cover `size`. */
export type ToLabel = {
  size: Size;
  followEdges: FollowEdges;
  matte: Plane;
  classes: Classes;
  frame: BodyFrame;
  body: BodyMap;
  /** The bin of each pixel's colour. */
  bins: Uint16Array;
};

/** Where a waist is on the spine, in v, if nothing else tells; between these two places a pixel's colour decides. */
const waist = { usual: 0.9, highest: 0.6, lowest: 1.3 } as const;
/** Bhattacharyya coefficient (0..1) of the colours above and below from which they are one cloth, as of a dress. */
const sameCloth = 0.7;
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
  const [hair, skin, clothes, other] = [within.hair, classes.skin, within.clothes, classes.other].map(followEdges);
  const labels = new Uint8Array(matte.length);
  for (let i = 0; i < labels.length; i++) {
    if (matte[i]! < 0.5) continue;
    let [most, which]: [number, number] = [clothes![i]!, label.top];
    if (skin![i]! > most) [most, which] = [skin![i]!, label.skin];
    if (hair![i]! > most) [most, which] = [hair![i]!, label.hair];
    if (other![i]! > most) which = label.other;
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
function partAtWaist(labels: Uint8Array, { frame, body, bins, size }: ToLabel): void {
  if (downTorso(frame, frame.neck[0], size.height - 1) < waist.highest) return;
  const onTrunk = (i: number) => labels[i] === label.top && body.part[i] === bodyPart.torso;
  const histogram = (from: number, to: number) => {
    const out = new Float32Array(colourBins);
    let count = 0;
    for (let i = 0; i < labels.length; i++)
      if (onTrunk(i) && body.v[i]! > from && body.v[i]! < to) {
        out[bins[i]!]! += 1;
        count++;
      }
    return count < leastKnown ? undefined : smoothHistogram(out);
  };
  const [above, below] = [histogram(0.1, waist.highest), histogram(waist.lowest - 0.15, 3)];
  const byColour = above && below && likeness(above, below) < sameCloth;
  const belief = new Float32Array(labels.length);
  const floor = 0.3 / colourBins;
  for (let i = 0; i < labels.length; i++) {
    if (!onTrunk(i)) continue;
    const v = body.v[i]!;
    let odds = (v - waist.usual) * (byColour ? 6 : 60);
    if (byColour) odds += clamp(Math.log((below[bins[i]!]! + floor) / (above[bins[i]!]! + floor)), -3, 3);
    const inBetween = smoothstep(waist.highest - 0.1, waist.highest, v);
    belief[i] = v > waist.lowest ? 1 : inBetween / (1 + Math.exp(-odds));
  }
  const cloth = new Float32Array(labels.length);
  for (let i = 0; i < cloth.length; i++) if (onTrunk(i)) cloth[i] = 1;
  const radius = Math.max(2, Math.round(frame.shoulderWidth * 0.06));
  const [near, all] = [boxBlur(belief, size, radius), boxBlur(cloth, size, radius)];
  for (let i = 0; i < labels.length; i++) if (cloth[i] === 1 && near[i]! > 0.5 * all[i]!) labels[i] = label.bottom;
}
