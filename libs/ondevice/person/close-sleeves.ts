import { connectedComponents } from '../pixels/components.ts';
import type { Size } from '../pixels/plane.ts';
import { distanceBetween, type Point } from '../pixels/points.ts';
import { mix } from '../pixels/scalar.ts';
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
  const hair = connectedComponents((i) => labels[i] === label.hair, size);
  for (const { shoulder, elbow, wrist } of arms)
    for (const areas of downTorso(frame, ...elbow) < raised ? [skin, hair] : [skin]) {
      const bones = [
        [shoulder, elbow],
        [elbow, wrist],
      ] as const;
      const onArm = areas.sizes.map(() => 0);
      const furthest = areas.sizes.map(() => 0);
      for (let i = 0; i < labels.length; i++) {
        const area = areas.labels[i]!;
        if (area === 0) continue;
        const along = alongArm(bones, [i % size.width, Math.floor(i / size.width)], armHalf * frame.shoulderWidth);
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
function alongArm(bones: Bones, [x, y]: Point, half: number): number | undefined {
  let least = half;
  let along: number | undefined;
  bones.forEach(([from, to], k) => {
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const t = Math.min(1, Math.max(0, ((x - from[0]) * dx + (y - from[1]) * dy) / (dx * dx + dy * dy || 1)));
    const distance = distanceBetween([x, y], [from[0] + t * dx, from[1] + t * dy]);
    if (distance >= least) return;
    least = distance;
    along = k + t;
  });
  return along;
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
