import { type Plane, type Size, stepPlane } from '../pixels/plane.ts';
import { smoothstep } from '../pixels/scalar.ts';
import type { Hand } from './find-hands.ts';
import { handShape } from './hand-shape.ts';
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
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
    const around = room * shape.palm;
    const [left, top] = [
      Math.max(0, Math.floor(Math.min(...xs) - around)),
      Math.max(0, Math.floor(Math.min(...ys) - around)),
    ];
    for (let y = top; y < Math.min(size.height, Math.max(...ys) + around); y++)
      for (let x = left; x < Math.min(size.width, Math.max(...xs) + around); x++) {
        const i = y * size.width + x;
        const distance = shape.relative(x + 0.5, y + 0.5);
        const bare = smoothstep(0.5 * cuff, cuff, shape.ahead(x + 0.5, y + 0.5));
        const sure = (1 - smoothstep(0.8 * within, within, distance)) * bare;
        mask[i] = Math.max(mask[i]!, sure, skin[i]! * (1 - smoothstep(within, without, distance)));
      }
  }
  return hands.length === 0 ? mask : stepPlane(followEdges(mask), 0.3, 0.7);
}
