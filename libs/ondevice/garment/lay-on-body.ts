import { type BodyFrame, torsoPoint } from '../person/body-frame.ts';
import { bodyPart } from '../person/body-map.ts';
import type { Triple } from '../pixels/colour.ts';
import type { Plane, Rgb } from '../pixels/plane.ts';
import type { Point } from '../pixels/points.ts';
import { clamp, mix, smoothstep } from '../pixels/scalar.ts';
import { quantile } from '../pixels/statistics.ts';
import { onGrid, thinPlateSpline } from '../pixels/thin-plate.ts';
import { bodyEdges } from '../reference/flat-body.ts';
import type { GarmentShape } from '../reference/garment-shape.ts';
import { onSleeveOf, onTrunk, type Print, sleeveReach } from './print.ts';
import type { Subject } from './subject.ts';

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
  const reach = sleeveReach(print.shape);
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
      take(laid, i, onTrunk(print, trunk(i % size.width, Math.floor(i / size.width))), 1 - share);
    }
    // The person's left arm mostly lies at the picture's right.
    const arm = subject.parsed.frame.arms[part < bodyPart.rightUpperArm ? 0 : 1];
    const t = body.along[i]! / reach;
    if (share > 0) take(laid, i, onSleeveOf(print, arm.side < 0 ? 0 : 1, t, body.across[i]!), share);
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
  const { centre, collars, tips, body, armpit, shoulder } = shape;
  // Below the armpits a print keeps its proportion; only a garment that is too short is drawn out, towards its hem.
  const perV = (frame.torsoLength / frame.shoulderWidth) * shape.chest;
  const missing = Math.max(0, hem - armpitV - (shape.hem - armpit) / perV) * perV;
  const rowAt = (v: number) => {
    if (v <= armpitV) return mix(shoulder, armpit, (v - shoulderV) / (armpitV - shoulderV));
    const t = (v - armpitV) / (hem - armpitV);
    return armpit + (v - armpitV) * perV - missing * t ** 2;
  };
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
      pin(side * flank(subject, Math.min(v, 1.05), side), v, [bodyEdges(body, y)[which], y]);
    }
  }
  pin(0, neckline, [centre, shape.neckline]);
  for (const t of [0, 0.5, 1]) {
    const v = mix(armpitV, hem, t);
    pin(0, v, [centre, rowAt(v)]);
  }
  return thinPlateSpline(pairs, 0.002);
}

/** Adds a colour, if there is one. */
function take({ rgb, known }: LaidPrint, i: number, colour: Triple | undefined, share: number): void {
  if (!colour) return;
  for (const c of [0, 1, 2] as const) rgb[c][i]! += share * colour[c];
  known[i]! += share;
}

/** Half the trunk's width on one side at `v`, in u. */
function flank({ body, matte }: Subject, v: number, side: 1 | -1): number {
  const reach: number[] = [];
  for (let i = 0; i < matte.length; i++)
    if (Math.abs(body.v[i]! - v) < 0.02 && body.part[i] === bodyPart.torso && matte[i]! > 0.5 && body.u[i]! * side > 0)
      reach.push(body.u[i]! * side);
  return reach.length < 5 ? 0.45 : clamp(quantile(reach, 0.97), 0.34, 0.66);
}

/** Where a laid garment ends in v, by its own proportions on this body. */
export const naturalHem = ({ hem, shoulder, chest }: GarmentShape, frame: BodyFrame): number =>
  shoulderV + ((hem - shoulder) * 1.02 * frame.shoulderWidth) / (frame.torsoLength * chest);
