import { type BodyFrame, torsoPoint } from '../person/body-frame.ts';
import { bodyPart } from '../person/body-map.ts';
import type { Plane, Rgb, Size } from '../pixels/plane.ts';
import type { Point } from '../pixels/points.ts';
import { clamp, mix, smoothstep } from '../pixels/scalar.ts';
import { quantile } from '../pixels/statistics.ts';
import { onGrid, thinPlateSpline } from '../pixels/thin-plate.ts';
import { onSleeve } from '../reference/flat-sleeve.ts';
import type { GarmentShape } from '../reference/garment-shape.ts';
import type { Subject } from './subject.ts';

/** A flat garment to be worn as it is: linear light 0..1 over `size`, `mask` 1 on the garment, and its parts. */
export type Print = { size: Size; rgb: Rgb; mask: Plane; shape: GarmentShape };

/** The garment's colours warped onto the subject (linear light), and how well they are known, 0..1. */
export type LaidPrint = { rgb: Rgb; known: Plane };

/** Where shoulder line and armpits are on a body, in v. */
const shoulderV = -0.09;
const armpitV = 0.27;

/**
 * Warps a flat garment onto a body: the trunk by a thin-plate spline through neck, shoulders, armpits, flanks and hem, each
 * sleeve along its arm. Parts of the body without a counterpart on the garment stay unknown.
 *
 * @param neckline where the garment begins on the spine, in v
 * @param hem where it ends, in v
 */
export function layOnBody(print: Print, subject: Subject, neckline: number, hem: number): LaidPrint {
  const { size, body, matte } = subject;
  const trunk = onGrid(trunkWarp(print.shape, subject, neckline, hem), size);
  const laid: LaidPrint = {
    rgb: [new Float32Array(matte.length), new Float32Array(matte.length), new Float32Array(matte.length)],
    known: new Float32Array(matte.length),
  };
  for (let i = 0; i < matte.length; i++) {
    if (matte[i]! < 0.02) continue;
    const part = body.part[i]!;
    const onArm = part !== bodyPart.torso;
    const share = onArm ? smoothstep(-0.04, 0.12, body.along[i]!) : 0;
    if (share < 1) {
      const [x, y] = trunk(i % size.width, Math.floor(i / size.width));
      take(laid, print, i, [x, clamp(y, 0, print.shape.hem - 3)], [print.shape.centre, y], 1 - share);
    }
    // The person's left arm mostly lies at the picture's right.
    const arm = subject.parsed.frame.arms[part < bodyPart.rightUpperArm ? 0 : 1];
    if (share > 0) takeSleeve(laid, print, i, subject, arm.side < 0 ? 0 : 1, share);
  }
  for (let i = 0; i < matte.length; i++) {
    const known = laid.known[i]!;
    if (known > 0) for (const plane of laid.rgb) plane[i]! /= known;
    laid.known[i] = Math.min(1, known);
  }
  return laid;
}

function trunkWarp(shape: GarmentShape, subject: Subject, neckline: number, hem: number) {
  const { frame } = subject.parsed;
  const { centre, collars, tips, edges, armpit, shoulder } = shape;
  const rowAt = (v: number) =>
    v <= armpitV
      ? mix(shoulder, armpit, (v - shoulderV) / (armpitV - shoulderV))
      : mix(armpit, shape.hem, (v - armpitV) / (hem - armpitV));
  const pairs: { from: Point; to: Point }[] = [];
  const pin = (u: number, v: number, to: Point) => pairs.push({ from: torsoPoint(frame, u, v), to });
  for (const side of [-1, 1] as const) {
    const which = side < 0 ? 0 : 1;
    const neck = clamp((Math.abs(collars[which][0] - centre) / shape.chest) * 1.02, 0.17, 0.32);
    pin(side * neck, -0.2, collars[which]);
    pin(side * 0.5, -0.12, tips[which]);
    for (const t of [0, 0.33, 0.66, 1]) {
      const v = mix(armpitV, hem, t);
      const y = Math.min(rowAt(v), shape.hem - 6);
      pin(side * flank(subject, Math.min(v, 1.05), side), v, [edges(y)[which], y]);
    }
  }
  pin(0, neckline, [centre, shape.neckline]);
  for (const t of [0, 0.5, 1]) {
    const v = mix(armpitV, hem, t);
    pin(0, v, [centre, rowAt(v)]);
  }
  return thinPlateSpline(pairs, 0.002);
}

/** Half the trunk's width on one side at `v`, in u. */
function flank({ body, matte }: Subject, v: number, side: 1 | -1): number {
  const reach: number[] = [];
  for (let i = 0; i < matte.length; i++)
    if (Math.abs(body.v[i]! - v) < 0.02 && body.part[i] === bodyPart.torso && matte[i]! > 0.5 && body.u[i]! * side > 0)
      reach.push(body.u[i]! * side);
  return reach.length < 5 ? 0.45 : clamp(quantile(reach, 0.97), 0.34, 0.66);
}

/** How long a sleeve is on an arm: 1 to the elbow, 2 to the wrist. */
export const sleeveReach = ({ sleeves, chest }: GarmentShape): number => {
  const longest = Math.max(...sleeves.map((sleeve) => sleeve?.length ?? 0));
  return clamp((longest / (chest / 1.05)) * 1.25, 0, 2);
};

function takeSleeve(laid: LaidPrint, print: Print, i: number, { body }: Subject, side: 0 | 1, share: number): void {
  const { shape } = print;
  const own = shape.sleeves[side];
  const sleeve = own ?? shape.sleeves[side === 0 ? 1 : 0];
  if (!sleeve) return;
  // Beyond its cuff a shorter sleeve is continued backwards: its pattern goes on.
  const t = Math.max(0.02, body.along[i]! / sleeveReach(shape));
  const folded = t <= 0.97 ? t : Math.max(0.3, 1.94 - t);
  const across = clamp(body.across[i]!, -0.95, 0.95);
  const place = (a: number): Point => {
    const [x, y] = onSleeve(sleeve, folded, own ? a : -a);
    return own ? [x, y] : [2 * shape.centre - x, y];
  };
  take(laid, print, i, place(across), place(0), share);
}

/** Adds the garment's colour at a point; off its edge that of the edge towards `inner`. */
function take({ rgb, known }: LaidPrint, print: Print, i: number, at: Point, inner: Point, share: number): void {
  const place = inside(print, at) ? at : edgeTowards(print, at, inner);
  if (!place) return;
  for (const c of [0, 1, 2] as const) rgb[c][i]! += share * bilinear(print.rgb[c], print.size, place);
  known[i]! += share;
}

function inside({ size, mask }: Print, [x, y]: Point): boolean {
  if (x < 1 || y < 1 || x >= size.width - 2 || y >= size.height - 2) return false;
  return mask[Math.round(y) * size.width + Math.round(x)]! > 0.5;
}

function edgeTowards(print: Print, from: Point, inner: Point): Point | undefined {
  const at = (t: number): Point => [mix(from[0], inner[0], t), mix(from[1], inner[1], t)];
  let far = 1 / 12;
  while (!inside(print, at(far))) {
    far += 1 / 12;
    if (far > 0.95) return undefined;
  }
  // Refined by halving: whole steps would tear the pattern.
  let near = far - 1 / 12;
  for (let round = 0; round < 5; round++) {
    const middle = (near + far) / 2;
    if (inside(print, at(middle))) far = middle;
    else near = middle;
  }
  return at(far);
}

function bilinear(plane: Plane, { width }: Size, [x, y]: Point): number {
  const [column, row] = [Math.floor(x), Math.floor(y)];
  const at = row * width + column;
  const above = mix(plane[at]!, plane[at + 1]!, x - column);
  return mix(above, mix(plane[at + width]!, plane[at + width + 1]!, x - column), y - row);
}

/** Where a laid garment ends in v, by its own proportions on this body. */
export const naturalHem = ({ hem, shoulder, chest }: GarmentShape, frame: BodyFrame): number =>
  shoulderV + ((hem - shoulder) * 1.02 * frame.shoulderWidth) / (frame.torsoLength * chest);
