import type { Neck } from '../garment/garments.ts';
import { isSkirt, type Lower } from '../garment/leg-cuts.ts';
import type { Cloth } from '../garment/paint-cloth.ts';
import type { Subject } from '../garment/subject.ts';
import type { Worn } from '../garment/worn.ts';
import { isClose } from '../person/body-frame.ts';
import type { Point } from '../pixels/points.ts';
import { mix } from '../pixels/scalar.ts';
import { armsBelow, without } from './bare-arms.ts';
import { besideBody } from './beside-body.ts';
import { type Canvas, restore } from './canvas.ts';
import { smoothCurve } from './curve.ts';
import { pressedSeam } from './fastenings.ts';
import { insideCloth, insideOfNeck } from './inside-of-neck.ts';
import type { Measures } from './measures.ts';
import { necklinePoints, neckShape } from './necklines.ts';
import { paintPart } from './paint-part.ts';
import type { Seam } from './part.ts';
import { both } from './side.ts';
import { skirtLines } from './skirt.ts';
import { sleeve } from './sleeve.ts';
import { trousers } from './trousers.ts';
import { type Trunk, trunk } from './trunk.ts';
import { sleeveFollows, trunkFollows } from './where-to-follow.ts';

/** A dress, or a jumpsuit, as its `lower` says. */
export type DressCut = { neck: Neck; sleeve: number; lower: Lower; bare: boolean };

/** v of a dress's waist seam. */
const waistV = 0.68;
const lift = 0.02;
/** How far inside the shoulder's end the armholes of a sleeveless dress run. */
const sleeveless = 0.22;

/** The seam on either side that shapes a bodice, from armhole to waist: `[distance from the spine, v]`. */
const princess: readonly Point[] = [
  [0.4, 0.2],
  [0.29, 0.3],
  [0.22, 0.42],
  [0.17, waistV],
];

/** Draws a dress or a jumpsuit: bodice and skirt of one cloth, or a bodice over trousers of the same. */
export function drawDress(
  canvas: Canvas,
  measures: Measures,
  subject: Subject,
  worn: Worn,
  cut: DressCut,
  cloth: Cloth,
): void {
  const { torso } = measures;
  const fit = { worn, sleeve: cut.sleeve, outer: false, close: isClose(subject.parsed.frame, subject.size) };
  const { cut: below, length } = cut.lower;
  const lines = isSkirt(below) ? skirtLines(measures, { cut: below, length }) : undefined;
  const shape = neckShape(cut.neck, measures, worn.neckline === undefined ? undefined : worn.neckline * torso);
  const underWaist = (side: 0 | 1): readonly Point[] =>
    lines?.side(side) ?? [besideBody(measures, side, waistV + 0.06, 1.02)];
  const body = trunk(measures, {
    side: (side) => [
      besideBody(measures, side, 0.36, 1.05),
      besideBody(measures, side, 0.66, 1.06),
      ...underWaist(side),
    ],
    neck: necklinePoints(measures, shape, lift),
    neckShares: shape.shares,
    bust: 0.03,
    seed: 2,
    soft: cloth.surface.soft,
    lift,
    hemBow: lines?.hemBow ?? 0,
    armhole: cut.sleeve < 0.1 ? sleeveless : 0,
    ...(lines && { hemFold: lines.hemFold, relief: lines.relief }),
  });
  paintPart(canvas, measures, insideOfNeck(body.neck), insideCloth(cloth, measures));
  paintPart(
    canvas,
    measures,
    {
      ...body,
      ...(cut.sleeve >= 0.1 && { follows: trunkFollows(measures, fit) }),
      shadow: { strength: 0.4, dy: 0.05 },
      seams: seams(measures, body, lines !== undefined),
    },
    cloth,
  );
  if (!isSkirt(below)) {
    const legs = trousers(measures, { cut: below, length }, { bare: cut.bare, waist: waistV });
    for (const part of legs) paintPart(canvas, measures, part, cloth);
  }
  const sleeves =
    cut.sleeve < 0.1
      ? []
      : both((side) => {
          const part = sleeve(measures, side, {
            ...{ end: Math.min(cut.sleeve, 1.95), ease: 1.1, extra: 0.02, endEase: cut.sleeve < 1 ? 1.04 : 1, lift },
            soft: cloth.surface.soft,
            trunk: body.form,
            follows: sleeveFollows(measures, side, fit),
          });
          return paintPart(canvas, measures, part, cloth);
        });
  restore(canvas, subject, without(armsBelow(subject, measures, cut.sleeve), sleeves, canvas.size.width));
}

/** The waist, the neckline's and the hem's stitching. */
function seams({ torso }: Measures, { edge, neck, hem }: Trunk, skirted: boolean): Seam[] {
  const y = waistV * torso;
  const waist = Array.from({ length: 21 }, (_, i): Point => {
    const s = i / 10 - 1;
    return [mix(edge[0](y), edge[1](y), i / 20), y + 0.015 * (1 - s * s)];
  });
  const bodice = ([-1, 1] as const).flatMap((d) =>
    pressedSeam(smoothCurve(princess.map(([x, v]): Point => [d * x, v * torso]))),
  );
  const moved = (line: readonly Point[], by: number) => line.map(([x, down]): Point => [x, down + by]);
  return [
    ...bodice,
    ...(skirted ? [{ points: waist, width: 0.009, strength: 0.28 }] : []),
    { points: moved(neck, 0.025), width: 0.006, strength: 0.2 },
    ...(skirted ? [{ points: moved(hem, -0.03), width: 0.006, strength: 0.15 }] : []),
  ];
}
