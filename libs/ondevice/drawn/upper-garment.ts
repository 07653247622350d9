import type { Layer } from '../garment/layer.ts';
import type { Cloth } from '../garment/paint-cloth.ts';
import { blendColours } from '../garment/patterns.ts';
import type { Subject } from '../garment/subject.ts';
import type { Worn } from '../garment/worn.ts';
import { label } from '../person/labels.ts';
import type { Point } from '../pixels/points.ts';
import { smoothstep } from '../pixels/scalar.ts';
import { armsBelow, without } from './bare-arms.ts';
import { type Canvas, restore } from './canvas.ts';
import { collarLeaf, hoodBehind, neckBand, standCollar, turtleneck } from './collars.ts';
import { button, flap, pressedSeam, rowOf, stitches } from './fastenings.ts';
import { flutes } from './folds.ts';
import { frontEdge } from './front-edge.ts';
import { lapel } from './lapels.ts';
import type { Measures } from './measures.ts';
import { necklinePoints, neckShape } from './necklines.ts';
import { besideNeck } from './outline-of-body.ts';
import { paintPart } from './paint-part.ts';
import type { Part, Seam } from './part.ts';
import type { Raster } from './raster.ts';
import { both, type Side, sign } from './side.ts';
import { sleeve } from './sleeve.ts';
import { strip } from './strip.ts';
import { besideBody, type Trunk, trunk } from './trunk.ts';
import { type UpperStyle, upperStyle } from './upper-styles.ts';

export function drawUpper(
  canvas: Canvas,
  measures: Measures,
  subject: Subject,
  worn: Worn,
  layer: Layer,
  cloth: Cloth,
): void {
  const style = upperStyle(layer);
  const { torso } = measures;
  const shape = neckShape(layer.neck, measures, worn.neckline === undefined ? undefined : worn.neckline * torso);
  const neck = necklinePoints(measures, shape, style.lift);
  const paint = (part: Part, of: Cloth = cloth): Raster | undefined => paintPart(canvas, measures, part, of);
  const body = upperTrunk(measures, style, worn, neck, shape.share, layer.sleeve === 0);
  const ribbed: Cloth = { ...cloth, surface: { ...cloth.surface, rib: 0.09 } };
  if (style.collar === 'hood') {
    paint(hoodBehind(measures));
    restore(canvas, subject, neckSkin(subject, measures));
  }
  const fronts: readonly (Side | undefined)[] =
    style.front === 'plain' || style.front === 'buttons' ? [undefined] : [0, 1];
  const sleeves: (Raster | undefined)[] = [];
  for (const side of fronts) {
    const d = side === undefined ? 0 : sign(side);
    const from = side === 0 ? neck.at(-1)! : neck[0]!;
    const hemY = body.hem[45]![1];
    const edge = side === undefined ? undefined : frontEdge(measures, side, from, hemY, style.front);
    paint({
      ...body,
      ...(edge && { inside: (x: number, y: number) => d * (x - edge(y)) }),
      shadow: edge ? { strength: 0.7, dx: -d * 0.045, dy: 0.03, blur: 0.045 } : { strength: 0.35 },
      seams: bodySeams(measures, body, style, side),
    });
    if (layer.sleeve > 0)
      for (const which of side === undefined ? ([0, 1] as const) : [side]) {
        const tube = sleeve(measures, which, {
          end: Math.min(layer.sleeve, 1.95),
          ease: style.sleeveEase,
          extra: style.sleeveExtra,
          lift: style.lift,
          folds: style.folds,
          trunk: body.form,
        });
        const cuff: Seam[] = style.cuffs && !style.ribs ? [stitches(tube.end, 0.1)] : [stitches(tube.end, 0.03)];
        sleeves.push(paint({ ...tube, seams: cuff }));
        if (style.ribs && layer.sleeve > 1.5)
          paint(
            strip(
              tube.end.map(([x, y]): Point => [x, y - 0.035]),
              0.045,
              0.015,
              tube.form,
            ),
            ribbed,
          );
      }
    if (style.ribs) for (const part of hemBand(body, edge, d)) paint(part, ribbed);
    if (side !== undefined && edge && style.collar === 'lapels')
      for (const part of lapel(measures, side, from, edge)) paint(part);
  }
  for (const part of collarParts(measures, body, style))
    paint(
      part,
      style.collar === 'band' || style.collar === 'turtle' ? (layer.material === 'knit' ? ribbed : cloth) : cloth,
    );
  for (const centre of buttonsOf(measures, body, style)) paint(button(centre, 0.016, body.form), buttonCloth(cloth));
  restore(canvas, subject, without(armsBelow(subject, measures, layer.sleeve), sleeves, canvas.size.width));
}

function upperTrunk(
  measures: Measures,
  style: UpperStyle,
  worn: Worn,
  neck: readonly Point[],
  neckShare: number,
  bare: boolean,
): Trunk {
  const { legs } = measures;
  const long = style.hem > 1.3;
  const hem = Math.max(style.hem, (worn.waist ?? 0) + 0.03);
  const [ankle, hip] = [
    (legs[0].joints[2][1] + legs[1].joints[2][1]) / 2,
    (legs[0].joints[0][1] + legs[1].joints[0][1]) / 2,
  ];
  const hemY = hip + (ankle - hip) * (style.hem - 1) * 0.62;
  const F = flutes(7, 2.1);
  const { torso, half } = measures;
  return trunk(measures, {
    side: (side) => [
      besideBody(measures, side, 0.36, style.ease, style.extra * 0.7),
      besideBody(measures, side, 0.66, style.ease * 1.03, style.extra),
      ...(long
        ? [
            besideBody(measures, side, 1.04, style.ease, style.extra + 0.03),
            [sign(side) * (half(side, 1.02) * style.ease + 0.16), hemY] as const,
          ]
        : [besideBody(measures, side, hem, style.ease * style.hemEase, style.extra)]),
    ],
    neck,
    neckShare,
    lift: style.lift,
    hemBow: long ? 0.06 : 0.03,
    folds: style.folds,
    seed: 11,
    armhole: bare ? 0.22 : 0,
    ...(long && {
      hemFold: (s: number) => F(s) * 0.04,
      relief: (_: number, y: number, s: number) =>
        F(s) * 0.085 * (0.2 + 0.8 * smoothstep(0.6 * torso, 1.8 * torso, y)) * smoothstep(0.5, 0.9, y),
    }),
  });
}

/** The skin of neck and chest, which lies before a hood. */
function neckSkin({ parsed, size }: Subject, { toBody, neck }: Measures): Float32Array {
  const mask = new Float32Array(parsed.labels.length);
  for (let i = 0; i < mask.length; i++) {
    if (parsed.labels[i] !== label.skin) continue;
    const x = i % size.width;
    const [u, v] = toBody(x, (i - x) / size.width);
    if (besideNeck(neck, u, v) < 0.012 && v < 0.3) mask[i] = 1;
  }
  return mask;
}

function collarParts(measures: Measures, body: Trunk, style: UpperStyle): Part[] {
  switch (style.collar) {
    case 'band':
      return [neckBand(body)];
    case 'turtle':
      return [turtleneck(measures, body)];
    case 'shirt':
      return both((side) => collarLeaf(body, side, style.front === 'zip' ? 0.1 : 0)).slice();
    case 'stand':
      return [standCollar(body)];
    case 'hood':
      return [neckBand(body, 0.05), ...cords(body)];
    default:
      return [];
  }
}

/** The cords of a hood. */
function cords({ neck, form }: Trunk): Part[] {
  const [x, y] = neck[Math.floor(neck.length / 2)]!;
  return ([-1, 1] as const).map((d) =>
    strip(
      [
        [x + d * 0.07, y + 0.05],
        [x + d * 0.085, y + 0.18],
        [x + d * 0.08, y + 0.32],
      ],
      0.009,
      0.01,
      form,
    ),
  );
}

const hemBand = ({ hem, form }: Trunk, edge: ((y: number) => number) | undefined, d: number): Part[] => {
  const line = hem.filter(([x, y]) => !edge || d * (x - edge(y)) > 0).map(([x, y]): Point => [x, y - 0.035]);
  return line.length > 2 ? [strip(line, 0.045, 0.018, form)] : [];
};

function bodySeams(
  { torso, half }: Measures,
  body: Trunk,
  { front, pockets, ribs }: UpperStyle,
  side: Side | undefined,
): Seam[] {
  const d = side === undefined ? 1 : sign(side);
  const v = (share: number) => share * torso;
  const seams: Seam[] = ribs ? [] : [stitches(body.hem, 0.035)];
  const [x, top] = body.neck[Math.floor(body.neck.length / 2)]!;
  if (front === 'buttons')
    for (const e of [-1, 1])
      seams.push(
        ...pressedSeam(
          [
            [x + e * 0.036, top + 0.02],
            [e * 0.036, body.hem[45]![1]],
          ],
          0.2,
        ),
      );
  if (pockets === 'flaps')
    seams.push(...flap([d * half(0, 1) * 0.42, v(0.93)], [d * half(0, 1) * 0.86, v(0.91)], 0.06));
  if (pockets === 'chest')
    seams.push(...flap([d * 0.2, v(0.22)], [d * 0.38, v(0.21)], 0.06), {
      points: [
        [d * 0.12, v(0.17)],
        [d * 0.46, v(0.165)],
      ],
      width: 0.01,
      strength: 0.35,
    });
  if (pockets === 'pouch')
    seams.push(
      ...pressedSeam([
        [-0.2, v(0.7)],
        [-0.32, v(0.92)],
        [-0.32, v(1)],
        [0.32, v(1)],
        [0.32, v(0.92)],
        [0.2, v(0.7)],
        [-0.2, v(0.7)],
      ]),
    );
  return seams;
}

function buttonsOf({ torso }: Measures, body: Trunk, { front, collar }: UpperStyle): Point[] {
  const [x, top] = body.neck[Math.floor(body.neck.length / 2)]!;
  if (front === 'buttons') return rowOf([x, top + 0.035], [0, body.hem[45]![1] - 0.05], 0.16);
  if (collar === 'lapels' && front === 'open')
    return [
      [0.012, 0.66 * torso],
      [0.012, 0.82 * torso],
    ];
  return [];
}

/** Buttons are of horn on dark cloth, of pearl on light cloth. */
const buttonCloth = (cloth: Cloth): Cloth => ({
  ...cloth,
  colour: cloth.colour[1] > 0.4 ? [0.78, 0.76, 0.72] : blendColours(cloth.colour, [0.01, 0.01, 0.012], 0.6),
  pattern: 'solid',
});
