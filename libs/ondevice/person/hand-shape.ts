import { convexHull } from '../pixels/convex-hull.ts';
import { distanceBetween, distanceToSegment, type Point } from '../pixels/points.ts';

/** Half the breadth of fingers at their roots and tips, of the wrist, and of the flesh round the palm's points, in palm lengths; by eye. */
const halfBreadths = { thumb: 0.135, finger: 0.115, tip: 0.1, wrist: 0.2, palm: 0.11 } as const;
/** Breadth over the knuckles in palm lengths: a palm that is seen from its end is shorter than it is. */
const acrossKnuckles = 0.66;
/** How far the hand goes on beyond the landmark of its wrist, in palm lengths. */
const beyondWrist = 0.1;

/** Roots of the fingers, from the thumb. */
const roots = [1, 5, 9, 13, 17];

/**
 * A hand's outline. `palm`: the length of the palm in pixels, from the wrist to the middle knuckle. `relative`: how far a place is from the
 * hand's bones, relative to how far the flesh reaches there: 0 on the bones and in the palm, 1 at the outline. `ahead`: where it is along
 * the palm, 0 at the wrist and 1 at the knuckles.
 */
export type HandShape = {
  palm: number;
  relative: (x: number, y: number) => number;
  ahead: (x: number, y: number) => number;
};

/** The outline of a hand of 21 points: the palm is the hull of its points, fingers are tapered. */
export function handShape(points: readonly Point[]): HandShape {
  const [wrist, index, middle, little] = [points[0]!, points[5]!, points[9]!, points[17]!];
  const reach = distanceBetween(wrist, middle) || 1;
  const length = Math.max(reach, distanceBetween(index, little) / acrossKnuckles);
  const ahead: Point = [((middle[0] - wrist[0]) / reach) * length, ((middle[1] - wrist[1]) / reach) * length];
  const besideWrist = (across: number): Point => [
    wrist[0] - ahead[1] * across - ahead[0] * beyondWrist,
    wrist[1] + ahead[0] * across - ahead[1] * beyondWrist,
  ];
  const palm = convexHull([
    ...roots.map((k) => points[k]!),
    besideWrist(halfBreadths.wrist - halfBreadths.palm),
    besideWrist(halfBreadths.palm - halfBreadths.wrist),
  ]);
  const bones = roots.flatMap((root) => {
    const radius = (root === 1 ? halfBreadths.thumb : halfBreadths.finger) * length;
    return [0, 1, 2].map((k) => ({
      from: points[root + k]!,
      to: points[root + k + 1]!,
      radius: k === 2 ? (radius + halfBreadths.tip * length) / 2 : radius,
    }));
  });
  return {
    palm: length,
    relative: (x, y) => {
      let least = outsideOf(palm, x, y) / (halfBreadths.palm * length);
      for (let k = 0; k < bones.length; k++) {
        const { from, to, radius } = bones[k]!;
        least = Math.min(least, distanceToSegment(x, y, from, to) / radius);
      }
      return least;
    },
    ahead: (x, y) => ((x - wrist[0]) * ahead[0] + (y - wrist[1]) * ahead[1]) / (length * length),
  };
}

/** Distance to a convex outline; 0 inside. */
function outsideOf(outline: readonly Point[], x: number, y: number): number {
  let inside = true;
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k < outline.length; k++) {
    const a = outline[k]!;
    const b = outline[(k + 1) % outline.length]!;
    if ((b[0] - a[0]) * (y - a[1]) < (b[1] - a[1]) * (x - a[0])) inside = false;
    least = Math.min(least, distanceToSegment(x, y, a, b));
  }
  return inside ? 0 : least;
}
