import { alongLimb } from '../drawn/limb.ts';
import type { BodyMeasures } from '../drawn/measures.ts';
import { both, type Side, sign } from '../drawn/side.ts';
import { label } from '../person/labels.ts';
import type { Point } from '../pixels/points.ts';
import type { SeenLower } from './seen-clothes.ts';
import type { Subject } from './subject.ts';

/** Steps along a leg, from below the hip to the ankle. */
const places = Array.from({ length: 18 }, (_, k) => 0.3 + k * 0.1);
/** A leg has to be in the picture down to there for something to be worn on it. */
const leastInPicture = 0.35;
/** Above it a hand may hang before the leg. */
const belowHands = 0.75;
/** How far round the middle between the legs is looked for a gap, in shoulder widths, and which share of it is one. */
const middle = 0.12;
const leastGap = 0.06;

/** What is worn round the legs and how far down, from the labels along their bones; undefined if they are not in the picture. */
export function seeLegs(subject: Subject, measures: BodyMeasures): Omit<SeenLower, 'print' | 'light'> | undefined {
  const looks = both((side) => alongLeg(subject, measures, side));
  if (looks.every(({ seenTo }) => seenTo < leastInPicture)) return undefined;
  const length = Math.max(looks[0].clothTo, looks[1].clothTo);
  const cut = looks.some(({ seenTo, clothTo }) => clothTo >= seenTo - 0.05 && seenTo < 1.9);
  if (length < leastInPicture) return { around: 'neither', length: 0, width: 0, torn: 0 };
  const torn = Math.max(looks[0].torn, looks[1].torn);
  const width = kneeWidth(subject, measures);
  // Legs that stand together leave no gap, but what ends at the ankles and is no wider than they are is trousers.
  const long = length > 1.75 && width < 0.9;
  const split = long || gapShare(subject, measures, length) > leastGap || (cut && length < 0.9);
  // What goes on below the picture goes on to the ankle.
  return { around: split ? 'each' : 'both', length: cut || length > 1.8 ? 2 : length, width, torn };
}

const pixelAt = ({ size }: Subject, { toImage }: BodyMeasures, point: Point): number | undefined => {
  const [x, y] = toImage(point);
  const inside = x >= 0 && y >= 0 && x < size.width && y < size.height;
  return inside ? Math.floor(y) * size.width + Math.floor(x) : undefined;
};

/** How far down a leg the picture and the cloth on it go, and the share of its steps at which it is torn. */
function alongLeg(
  subject: Subject,
  measures: BodyMeasures,
  side: Side,
): { seenTo: number; clothTo: number; torn: number } {
  const { labels } = subject.parsed;
  const { skin } = subject.protected;
  const leg = measures.legs[side];
  let [seenTo, clothTo, bare, holes] = [0, 0, 0, 0];
  for (const t of places) {
    const [x, y] = alongLimb(leg, t);
    let [all, cloth] = [0, 0];
    for (const dx of [-0.06, -0.03, 0, 0.03, 0.06]) {
      const i = pixelAt(subject, measures, [x + dx, y]);
      if (i === undefined) continue;
      all++;
      if (labels[i] === label.bottom && skin[i]! < 0.5) cloth++;
    }
    if (all < 3) break;
    seenTo = t;
    if (cloth * 2 > all) [clothTo, holes, bare] = [t, holes + (t > belowHands ? bare : 0), 0];
    else if (++bare > 3) break;
  }
  return { seenTo, clothTo, torn: holes / places.length };
}

/** Which share of the middle between the legs, above the hem, shows something else than cloth. */
function gapShare(subject: Subject, measures: BodyMeasures, length: number): number {
  const { parsed, matte } = subject;
  let [all, open] = [0, 0];
  for (let t = Math.max(0.45, length - 0.4); t < length - 0.03; t += 0.02) {
    const [a, b] = [alongLimb(measures.legs[0], t), alongLimb(measures.legs[1], t)];
    for (let dx = -middle; dx <= middle; dx += 0.02) {
      const i = pixelAt(subject, measures, [(a[0] + b[0]) / 2 + dx, (a[1] + b[1]) / 2]);
      if (i === undefined) continue;
      all++;
      if (matte[i]! < 0.5 || parsed.labels[i] === label.background || parsed.labels[i] === label.skin) open++;
    }
  }
  return all > 20 ? open / all : 0;
}

/** Half the width of a leg at the knee relative to the hips, from where the person ends beside it. */
function kneeWidth(subject: Subject, measures: BodyMeasures): number {
  const widths = both((side) => {
    const [x, y] = measures.legs[side].joints[1];
    let r = 0;
    for (; r < 0.6; r += 0.01) {
      const i = pixelAt(subject, measures, [x + sign(side) * r, y]);
      if (i === undefined || subject.matte[i]! < 0.5) break;
    }
    return r / measures.half(side, 1);
  });
  return (widths[0] + widths[1]) / 2;
}
