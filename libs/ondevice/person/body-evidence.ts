import type { Plane, Size } from '../pixels/plane.ts';
import { distanceToSegment } from '../pixels/points.ts';
import { acrossTorso, type BodyFrame, downTorso, limbScale } from './body-frame.ts';
import type { Segment } from './limb-segments.ts';
import type { Limb } from './on-limbs.ts';

/** What is known of a person before their pixels have labels; planes are 0..1, `skinLike` is > 1 where a colour is typical skin; seen `limbs`. */
export type Evidence = {
  frame: BodyFrame;
  size: Size;
  matte: Plane;
  face: Plane;
  head: Plane;
  hands: Plane;
  skinLike: Plane;
  limbs: readonly Limb[];
};

/** A pixel's place: torso coordinates `u`, `v`; `across`, `below` the face centre in face widths and heights. */
export type Place = { x: number; y: number; u: number; v: number; across: number; below: number };

/** The place of a pixel; always the same object, as there are a million of them in a picture. */
export function placesOf({ frame, size }: Evidence): (i: number) => Place {
  const { head } = frame;
  const place: Place = { x: 0, y: 0, u: 0, v: 0, across: 0, below: 0 };
  return (i) => {
    const x = i % size.width;
    const y = (i - x) / size.width;
    place.x = x;
    place.y = y;
    place.u = acrossTorso(frame, x, y);
    place.v = downTorso(frame, x, y);
    place.across = (x - head.centre[0]) / head.width;
    place.below = (y - head.centre[1]) / head.height;
    return place;
  };
}

/** Distance to the nearest segment in shoulder widths of limbs. */
export function nearest(frame: BodyFrame, { x, y }: Place, segments: readonly Segment[]): number {
  const scale = limbScale(frame);
  let least = 9 * scale;
  for (let k = 0; k < segments.length; k++) {
    const segment = segments[k]!;
    least = Math.min(least, distanceToSegment(x, y, segment[0], segment[1]));
  }
  return least / scale;
}
