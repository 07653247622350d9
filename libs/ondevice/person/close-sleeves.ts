import { connectedComponents } from '../pixels/components.ts';
import type { Size } from '../pixels/plane.ts';
import { type Point, toSegment } from '../pixels/points.ts';
import { clamp, mix } from '../pixels/scalar.ts';
import { type BodyFrame, downTorso } from './body-frame.ts';
import { label } from './labels.ts';

/** Half the width of an arm in its sleeve, in shoulder widths. */
const armHalf = 0.24;
/** Share of an area of skin that must lie on an arm to be judged by it. */
const leastOnArm = 0.8;
/** How far the sleeve must go on beyond it, of a bone's length: a bracelet is shorter. */
const goesOn = 0.25;
/** Share of cloth on the axis of the arm there. */
const leastCloth = 0.75;

/** An elbow above this v belongs to a raised arm, on which no hair lies. */
const raised = -0.1;

/**
 * Relabels skin on an arm, and hair on a raised one, as top where the sleeve goes on further down, in place: a sleeve does not begin again below
 * bare skin. Light on an elbow, or cloth in the colour of skin or hair, looks bare.
 */
export function closeSleeves(labels: Uint8Array, frame: BodyFrame, size: Size): Uint8Array {
  const arms = frame.arms.filter(({ elbowSeen, wristSeen }) => elbowSeen && wristSeen);
  if (arms.length === 0) return labels;
  const skin = connectedComponents((i) => labels[i] === label.skin, size);
  const isRaised = ({ elbow }: (typeof arms)[number]) => downTorso(frame, ...elbow) < raised;
  const hair = arms.some(isRaised) ? [connectedComponents((i) => labels[i] === label.hair, size)] : [];
  for (const arm of arms)
    for (const areas of isRaised(arm) ? [skin, ...hair] : [skin]) {
      const { shoulder, elbow, wrist } = arm;
      const bones = [
        [shoulder, elbow],
        [elbow, wrist],
      ] as const;
      const onArm = areas.sizes.map(() => 0);
      const furthest = areas.sizes.map(() => 0);
      for (let i = 0; i < labels.length; i++) {
        const area = areas.labels[i]!;
        if (area === 0) continue;
        const along = alongArm(bones, i % size.width, Math.floor(i / size.width), armHalf * frame.shoulderWidth);
        if (along === undefined) continue;
        onArm[area]!++;
        furthest[area] = Math.max(furthest[area]!, along);
      }
      const closed = areas.sizes.map(
        (pixels, area) =>
          area > 0 &&
          onArm[area]! > leastOnArm * pixels &&
          furthest[area]! + goesOn < 2 &&
          clothOnAxis(labels, bones, furthest[area]!, size) > leastCloth,
      );
      for (let i = 0; i < labels.length; i++) if (closed[areas.labels[i]!]) labels[i] = label.top;
    }
  return labels;
}

type Bones = readonly (readonly [Point, Point])[];

/** Where along an arm a point lies, 0 at the shoulder, 1 at the elbow, 2 at the wrist; undefined beside it. */
function alongArm(bones: Bones, x: number, y: number, half: number): number | undefined {
  let least = half;
  let found: number | undefined;
  for (let k = 0; k < bones.length; k++) {
    const bone = bones[k]!;
    const { distance, along } = toSegment(x, y, bone[0], bone[1]);
    if (distance >= least) continue;
    least = distance;
    found = k + clamp(along, 0, 1);
  }
  return found;
}

/** Share of the top on the axis of an arm, from `from` for {@link goesOn}. */
function clothOnAxis(labels: Uint8Array, bones: Bones, from: number, { width, height }: Size): number {
  let [all, cloth] = [0, 0];
  for (let step = 0; step <= 20; step++) {
    const t = from + (goesOn * step) / 20;
    const [a, b] = bones[t < 1 ? 0 : 1]!;
    const share = t < 1 ? t : t - 1;
    const [x, y] = [Math.round(mix(a[0], b[0], share)), Math.round(mix(a[1], b[1], share))];
    if (x < 0 || y < 0 || x >= width || y >= height) continue;
    all++;
    if (labels[y * width + x] === label.top) cloth++;
  }
  return all === 0 ? 0 : cloth / all;
}
