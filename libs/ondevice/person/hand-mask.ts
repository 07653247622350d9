import { type Plane, type Size, stepPlane } from '../pixels/plane.ts';
import { boundsOf, distanceBetween, distanceToSegment, type Point } from '../pixels/points.ts';
import { smoothstep } from '../pixels/scalar.ts';
import type { Hand } from './find-hands.ts';
import type { FollowEdges } from './matte.ts';

/** Relative distances from a hand's bones: up to which it is hand whatever the parsing network sees, and from which it is none. */
const [within, without] = [0.7, 1.5];
/** How much of the palm a cuff may cover: there only skin is the hand. */
const cuff = 0.6;
/** Room round the points, in palm lengths. */
const room = 0.45;

/**
 * How much of each pixel is a hand that the network found, 0..1: inside of its fingers and palm, near their outline where skin is seen; the edge is
 * the photograph's.
 *
 * @param skin how likely each pixel is skin, 0..1
 */
export function handMask(hands: readonly Hand[], skin: Plane, followEdges: FollowEdges, size: Size): Plane {
  const mask = new Float32Array(size.width * size.height);
  for (const { points } of hands) {
    const shape = handShape(points);
    const { left, right, top, bottom } = boundsOf(points);
    const around = room * shape.palm;
    for (let y = Math.max(0, Math.floor(top - around)); y < Math.min(size.height, bottom + around); y++)
      for (let x = Math.max(0, Math.floor(left - around)); x < Math.min(size.width, right + around); x++) {
        const i = y * size.width + x;
        const distance = shape.relative(x + 0.5, y + 0.5);
        const bare = smoothstep(0.5 * cuff, cuff, shape.ahead(x + 0.5, y + 0.5));
        const sure = (1 - smoothstep(0.8 * within, within, distance)) * bare;
        mask[i] = Math.max(mask[i]!, sure, skin[i]! * (1 - smoothstep(within, without, distance)));
      }
  }
  return hands.length === 0 ? mask : stepPlane(followEdges(mask), 0.3, 0.7);
}

/** Half the breadth of fingers at their roots and tips, and of the palm along its sides and in its middle, in palm lengths; by eye. */
const halfBreadths = { thumb: 0.135, finger: 0.115, tip: 0.1, side: 0.11, middle: 0.2 } as const;
/** Breadth over the knuckles in palm lengths: a palm that is seen from its end is shorter than it is. */
const acrossKnuckles = 0.66;
/** Where the sides of the palm begin: how far beside the landmark of the wrist and beyond it, in palm lengths. */
const root = { beside: 0.09, beyond: 0.1 } as const;

/**
 * A hand's outline. `palm`: the length of the palm in pixels, from the wrist to the middle knuckle. `relative`: how far a place is from the
 * hand's bones, relative to how far the flesh reaches there: 0 on the bones, 1 at the outline. `ahead`: where it is along the palm, 0 at
 * the wrist and 1 at the knuckles.
 */
export type HandShape = {
  palm: number;
  relative: (x: number, y: number) => number;
  ahead: (x: number, y: number) => number;
};

/** The outline of a hand of 21 points: tapered fingers, and a palm from the wrist to their roots. */
export function handShape(points: readonly Point[]): HandShape {
  const [wrist, index, middle, little] = [points[0]!, points[5]!, points[9]!, points[17]!];
  const reach = distanceBetween(wrist, middle) || 1;
  const palm = Math.max(reach, distanceBetween(index, little) / acrossKnuckles);
  const ahead: Point = [((middle[0] - wrist[0]) / reach) * palm, ((middle[1] - wrist[1]) / reach) * palm];
  const besideWrist = (across: number): Point => [
    wrist[0] - ahead[1] * across - ahead[0] * root.beyond,
    wrist[1] + ahead[0] * across - ahead[1] * root.beyond,
  ];
  const bones: { from: Point; to: Point; radius: number }[] = [];
  for (const knuckle of [1, 5, 9, 13, 17]) {
    const breadth = knuckle === 1 ? halfBreadths.thumb : halfBreadths.finger;
    for (const k of [0, 1, 2])
      bones.push({
        from: points[knuckle + k]!,
        to: points[knuckle + k + 1]!,
        radius: palm * (k === 2 ? (breadth + halfBreadths.tip) / 2 : breadth),
      });
    const inside = knuckle === 9 || knuckle === 13;
    for (const across of inside ? [0] : [root.beside, -root.beside])
      bones.push({
        from: besideWrist(across),
        to: points[knuckle]!,
        radius: palm * (inside ? halfBreadths.middle : halfBreadths.side),
      });
  }
  return {
    palm,
    relative: (x, y) => {
      let least = Number.POSITIVE_INFINITY;
      for (let k = 0; k < bones.length; k++) {
        const { from, to, radius } = bones[k]!;
        least = Math.min(least, distanceToSegment(x, y, from, to) / radius);
      }
      return least;
    },
    ahead: (x, y) => ((x - wrist[0]) * ahead[0] + (y - wrist[1]) * ahead[1]) / (palm * palm),
  };
}
