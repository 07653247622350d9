import { boxBlur } from '../pixels/box-blur.ts';
import { connectedComponents } from '../pixels/components.ts';
import { closed } from '../pixels/inside-distance.ts';
import type { Plane, Size } from '../pixels/plane.ts';
import { smoothstep } from '../pixels/scalar.ts';
import { boxAround } from '../pixels/window.ts';
import type { Hand } from './find-hands.ts';
import { type HandShape, handShape } from './hand-shape.ts';

/** Relative distances from the bones of a hand: up to which skin is the hand's, and from which only its colours tell. */
const [within, without] = [0.7, 1.1];
/** How far skin between parts of a hand, as between thumb and palm, reaches from them, in palm lengths. */
const between = 0.15;
/** Share of a squared palm that is left of a hand at most where its points do not show how fingers bend: more is a neck or an arm. */
const mostLeft = 0.06;

/**
 * Adds to the seen hands, in place, what their colours missed, as it lies in another light than the rest: skin inside of their outline, skin between
 * parts of them, and small areas of skin that border on them.
 *
 * @param found 0..1 on seen hands
 * @param hands those that `found` shows, at least one
 * @param isSkin whether a pixel is labelled as skin, has its colours, and is not the face's
 */
export function completeHands(found: Plane, hands: readonly Hand[], isSkin: (i: number) => boolean, size: Size): void {
  const added = found.slice();
  const shapes = hands.map(({ points }) => handShape(points));
  for (const [k, shape] of shapes.entries()) addInside(added, shape, hands[k]!.points, isSkin, size);
  const palm = Math.max(...shapes.map((shape) => shape.palm));
  const whole = closed(added, size, between * palm);
  for (let i = 0; i < added.length; i++) if (whole[i] === 1 && isSkin(i)) added[i] = 1;
  addBordering(added, mostLeft * palm ** 2, isSkin, size);
  const soft = boxBlur(added, size, 1);
  for (let i = 0; i < found.length; i++) if (soft[i]! > found[i]!) found[i] = Math.min(soft[i]!, added[i]!);
}

/** Adds skin inside of a hand's outline. */
function addInside(added: Plane, shape: HandShape, points: Hand['points'], isSkin: (i: number) => boolean, size: Size) {
  const window = boxAround(points, shape.palm / 4, size);
  if (!window) return;
  for (let k = 0; k < window.size.width * window.size.height; k++) {
    const i = window.at(k);
    if (added[i] === 1 || !isSkin(i)) continue;
    const x = i % size.width;
    const relative = shape.relative(x + 0.5, (i - x) / size.width + 0.5);
    added[i] = Math.max(added[i]!, 1 - smoothstep(within, without, relative));
  }
}

/** Adds areas of skin of at most so many pixels that border on hands. */
function addBordering(added: Plane, most: number, isSkin: (i: number) => boolean, size: Size): void {
  const areas = connectedComponents((i) => added[i]! < 0.5 && isSkin(i), size);
  const borders = new Uint8Array(areas.sizes.length);
  for (let i = size.width; i < added.length - size.width; i++) {
    const area = areas.labels[i]!;
    if (area === 0 || borders[area] === 1 || areas.sizes[area]! > most) continue;
    const nearest = Math.max(added[i - 1]!, added[i + 1]!, added[i - size.width]!, added[i + size.width]!);
    if (nearest >= 0.5) borders[area] = 1;
  }
  for (let i = 0; i < added.length; i++) if (borders[areas.labels[i]!] === 1) added[i] = 1;
}
