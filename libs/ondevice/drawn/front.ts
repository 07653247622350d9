import type { Tailoring } from '../garment/paint-cloth.ts';
import { gaussianBlur } from '../pixels/box-blur.ts';
import type { Size } from '../pixels/plane.ts';
import type { Point } from '../pixels/points.ts';
import { fillPolygon, strokeLine } from '../pixels/polygon.ts';
import { clamp, mix } from '../pixels/scalar.ts';
import { type BodyMeasures, both, type Side, sign } from './measures.ts';
import { bowed, polygonShape, type Shape, smoothCurve, xAlong } from './outline.ts';

/** How a garment is open in front: what turns down at its neck, and how far its edges are from the spine at {@link levels} and at the hem. */
export type Front = {
  collar: 'lapels' | 'shirt' | 'stand' | 'none';
  opening: readonly [number, number, number, number];
  pockets: 'none' | 'flaps' | 'chest';
};

/** The v at which an opening is measured; lapels end at the second one. How wide a seam is, and how high behind the neck a front begins. */
const [levels, seam, begins] = [[0.3, 0.62, 0.95], 0.007, -0.3] as const;

/** Draws the front of a garment whose hem is at `hemY`: where it is open, and its lapels or collar, edges and pockets. */
export function openFront(
  measures: BodyMeasures,
  size: Size,
  front: Front,
  hemY: number,
): { opening: Shape; tailoring: Tailoring } {
  const { torso, neckHalf, toImage, scale } = measures;
  const plane = () => new Float32Array(size.width * size.height);
  const [raised, lines] = [plane(), plane()];
  const stroke = (points: readonly Point[], strength: number) =>
    strokeLine(points.map(toImage), Math.max(1, seam * scale), size, lines, strength);
  const edges = both((side) => {
    const d = sign(side);
    const neck = d * (neckHalf + 0.025);
    const below = levels.filter((v) => v * torso < hemY);
    const course = below.map((v, k): Point => [d * front.opening[k]!, v * torso]);
    course.push([d * front.opening[3], hemY + 0.12]);
    const x = xAlong([[neck, begins], [0.97 * neck, -0.1], ...course]);
    return (from: number, to: number) => bowed([0, from], [0, to]).map(([, y]): Point => [x(y), y]);
  });
  for (const side of [0, 1] as const) {
    const leaves = leavesOf(measures, front, side, edges[side]);
    for (const leaf of leaves) fillPolygon(leaf.map(toImage), size, raised);
    stroke(edges[side](begins, hemY), 0.6);
    for (const leaf of leaves) stroke([...leaf, leaf[0]!], 0.75);
    for (const line of seamsOf(measures, front, side)) stroke(line, 0.45);
  }
  stroke(bowed([-1, hemY - 0.035], [1, hemY - 0.035], 0.03), 0.25);
  const shadow = gaussianBlur(raised, size, Math.max(1, 0.02 * scale));
  for (let i = 0; i < shadow.length; i++) shadow[i] = clamp(1.1 * shadow[i]! * (1 - raised[i]!), 0, 0.5);
  const [left, right] = both((side) => edges[side](begins - 0.6, hemY + 0.1));
  return {
    opening: polygonShape([...left, ...right.toReversed()], measures, size),
    tailoring: { raised, lines, shadow },
  };
}

/** What turns down along the front edge of a side: a collar with a lapel below a notch, a shirt's collar, or a band that stands. */
function leavesOf(
  measures: BodyMeasures,
  { collar }: Front,
  side: Side,
  edge: (from: number, to: number) => Point[],
): Point[][] {
  const { torso, neckHalf } = measures;
  const d = sign(side);
  const beside = (x: number, y: number): Point => [d * (neckHalf + x), y];
  const band = edge(begins, 0.1);
  if (collar === 'none') return [];
  if (collar === 'stand') return [[...band, ...band.toReversed().map(([x, y]): Point => [x + d * 0.075, y])]];
  const turned = [beside(0.12, -0.16), beside(0.06, begins)];
  if (collar === 'shirt')
    return [[...band.slice(0, 36), beside(0.06, 0.19), ...smoothCurve([beside(0.19, 0.06), ...turned])]];
  const [notch, corner] = [beside(0.115, 0.135), beside(0.23, 0.16)];
  const lapel = edge(0.02, levels[1] * torso);
  const end = lapel.at(-1)!;
  const between = (across: number, down: number): Point => [
    mix(corner[0], end[0], across),
    mix(corner[1], end[1], down),
  ];
  const outer = smoothCurve([end, between(0.52, 0.66), between(0.16, 0.3), corner]);
  const fall = smoothCurve([beside(0.13, -0.02), ...turned]);
  return [
    [...edge(begins, 0.02), notch, beside(0.165, 0.085), ...fall],
    [...lapel, ...outer, notch],
  ];
}

/** The seam round the armhole, and pockets: with flaps on the hips, or stitched twice on the chest as on a denim jacket. */
function seamsOf({ torso, half, shoulders, pits }: BodyMeasures, { pockets }: Front, side: Side): Point[][] {
  const d = sign(side);
  const at = (x: number, v: number): Point => [d * x, v * torso];
  const flap = (from: number, to: number, v: number, deep: number): Point[] => {
    const [inner, outer] = [at(from, v), at(to, v - 0.01)];
    return [inner, outer, at(to, v - 0.01 + deep), at(from, v + deep), inner];
  };
  const [x, y] = shoulders[side];
  const armhole = smoothCurve([[x + d * 0.01, y - 0.25], [x - d * 0.02, y], [x - d * 0.06, y + 0.2], pits[side]]);
  if (pockets === 'none') return [armhole];
  if (pockets === 'flaps') return [armhole, flap(half(side, 1) * 0.45, half(side, 1) * 0.85, 0.93, 0.05)];
  const stitched = [0, 0.012].flatMap((inset) => [
    flap(0.21 + inset, 0.38 - inset, 0.22, 0.06 - inset),
    [at(0.14, 0.17 + inset), at(0.46, 0.165 + inset)],
    [at(0.24 + inset, 0.3), at(0.2 + inset, 1)],
    [at(0.36 - inset, 0.3), at(0.4 - inset, 1)],
  ]);
  return [armhole, ...stitched];
}
