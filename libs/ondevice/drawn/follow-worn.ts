import { gaussianBlur } from '../pixels/box-blur.ts';
import { bilinear, type Plane, type Size } from '../pixels/plane.ts';
import type { Point } from '../pixels/points.ts';
import { grow, shrink } from '../pixels/resample.ts';
import { clamp, mix, norm, smoothstep } from '../pixels/scalar.ts';
import type { Relief } from './folds.ts';
import type { Measures } from './measures.ts';
import type { WornOutline } from './taken-from-worn.ts';
import { signedDistance } from './worn-outline.ts';

/**
 * Where a part follows the worn outline, 0..1 in body coordinates, undefined where its border is a seam below another part, and how far
 * outside of the worn outline it lies, in shoulder widths. `grows` 0..1: where it may be moved outwards too, `far` if the worn outline is the
 * only measure. `stays`: where it is sewn to another part, so that what is near must not move it.
 */
export type Following = {
  share: (x: number, y: number) => number | undefined;
  ease: number;
  grows: Relief;
  far?: boolean;
  stays?: (x: number, y: number) => boolean;
};

/**
 * How far outside, and inside, of the worn outline a part's may lie to be moved there, in shoulder widths; from the second on it stays. Beside
 * a body there is nothing, but what was worn may be much wider.
 */
const outsideOf = [0.18, 0.3] as const;
const insideOf = { near: [0.1, 0.18], far: [0.26, 0.4] } as const;
/** How far a part may be moved, in shoulder widths. */
export const farthest = ({ far }: Pick<Following, 'far'>): number => (far ? 0.3 : 0.2);
/** How far its form is moved with it. */
const farthestForm = 0.1;
/** How far cloth lies outside of bare skin. */
const overSkin = 0.03;
/** Over which distance along the outline it is moved alike, and how near to it that is measured. */
const alike = 0.07;
const measured = 0.02;
/** Where hardly any of the outline is near nothing is moved. */
const leastWeight = 1e-3;
const leastMove = 0.001;
/** Pixels at the edge of a part's box, where slopes are not known. */
const edge = 3;

/** How a part was moved: where on its form a pixel of its box lies. */
export type Moved = (x: number, y: number) => Point;

/**
 * Moves a part's outline to the worn one, or a little outside of bare skin, where both are near, in place: that one is real, follows the
 * shoulders, and nothing has to be invented behind it.
 */
export function followWorn(
  alpha: Plane,
  { left, top, size }: { left: number; top: number; size: Size },
  following: Following,
  { toBody, scale }: Measures,
  worn: WornOutline,
): Moved {
  const { share, ease, grows, far, stays } = following;
  const most = farthest(following);
  const { factor } = worn;
  const small = shrink(alpha, size, factor);
  const unit = factor / scale;
  const own = signedDistance(small.plane, small.size, unit);
  const weight = new Float32Array(own.length);
  const weighted = new Float32Array(own.length);
  const free = new Float32Array(own.length).fill(1);
  for (let j = 0; j < own.length; j++) {
    const px = left + ((j % small.size.width) + 0.5) * factor;
    const py = top + (Math.floor(j / small.size.width) + 0.5) * factor;
    const onBody = toBody(px, py);
    if (stays?.(onBody[0], onBody[1])) free[j] = 0;
    const near = Math.exp(-((own[j]! / measured) ** 2));
    if (near < 0.05) continue;
    const placeX = px / factor - 0.5;
    const placeY = py / factor - 0.5;
    const x = Math.round(placeX);
    const y = Math.round(placeY);
    if (x < 1 || y < 1 || x >= worn.size.width - 1 || y >= worn.size.height - 1) continue;
    const at = y * worn.size.width + x;
    const follows = share(onBody[0], onBody[1]);
    if (follows === undefined) continue;
    weight[j] = near;
    if (worn.known[at] === 0 || follows === 0) continue;
    const apart =
      bilinear(worn.distance, worn.size, placeX, placeY) + Math.max(ease, overSkin * (1 - worn.cloth[at]!)) - own[j]!;
    // No garment is narrower than a bare shoulder.
    const may = apart > 0 ? follows * mix(1, grows(onBody[0], onBody[1]), worn.cloth[at]!) : follows;
    const [from, to] = apart < 0 ? outsideOf : insideOf[far ? 'far' : 'near'];
    const keeps = smoothstep(from, to, Math.abs(apart));
    weighted[j] = near * apart * (1 - keeps) * worn.known[at]! * may;
  }
  const sigma = Math.max(1, alike / unit);
  const weights = gaussianBlur(weight, small.size, sigma);
  const frees = gaussianBlur(free, small.size, Math.max(1, measured / unit), free);
  const moves = gaussianBlur(weighted, small.size, sigma).map(
    (value, j) =>
      // As far as anywhere up to where it is sewn, and from there on less and less.
      Math.min(1, 2 * frees[j]!) * clamp(value / Math.max(weights[j]!, leastWeight), -most, most),
  );
  const full = (plane: Plane) => grow({ plane, size: small.size }, size, factor);
  const [distance, move] = [full(gaussianBlur(own, small.size, Math.max(1, 0.4 * sigma))), full(moves)];
  moveInwards(alpha, distance, move, most, scale, size);
  return (x, y) => {
    if (x < edge || y < edge || x >= size.width - edge || y >= size.height - edge) return [x, y];
    const i = Math.round(y) * size.width + Math.round(x);
    const dx = rise(distance, i, 1);
    const dy = rise(distance, i, size.width);
    const length = norm(dx, dy) || 1;
    // Less and less towards the middle; a form that is moved farther would lie in folds.
    const by =
      clamp(move[i]!, -farthestForm, farthestForm) * scale * Math.exp(-((Math.max(0, distance[i]!) / 0.16) ** 2));
    return [x + (dx / length) * by, y + (dy / length) * by];
  };
}

/** How much a plane rises over four pixels round one, of which the next lies `step` farther. */
const rise = (plane: Plane, i: number, step: number): number => plane[i + 2 * step]! - plane[i - 2 * step]!;

/** Takes each pixel, in place, from `move` shoulder widths farther inside, along the slope of the distance. */
function moveInwards(alpha: Plane, distance: Plane, move: Plane, most: number, scale: number, size: Size): void {
  const { width, height } = size;
  const before = alpha.slice();
  for (let y = edge; y < height - edge; y++)
    for (let x = edge; x < width - edge; x++) {
      const i = y * width + x;
      if (Math.abs(move[i]!) < leastMove || Math.abs(distance[i]!) > most + 0.03) continue;
      const dx = rise(distance, i, 1);
      const dy = rise(distance, i, width);
      const length = norm(dx, dy) || 1;
      const by = move[i]! * scale;
      const fromX = clamp(x + (dx / length) * by, 0, width - 1.01);
      const there = bilinear(before, size, fromX, clamp(y + (dy / length) * by, 0, height - 1.01));
      // Farther inside a narrow part is its other side.
      alpha[i] = by > 0 ? Math.max(before[i]!, there) : there;
    }
}
