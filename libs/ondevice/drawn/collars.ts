import type { Point } from '../pixels/points.ts';
import { clamp, mix, smoothstep } from '../pixels/scalar.ts';
import { smoothCurve } from './curve.ts';
import type { Measures } from './measures.ts';
import { neckAt } from './neck.ts';
import type { Part } from './part.ts';
import { type Side, sign } from './side.ts';
import { strip } from './strip.ts';
import type { Trunk } from './trunk.ts';
import type { UpperStyle } from './upper-styles.ts';

/** The band round a neckline, `half` its half width. */
export function neckBand({ neck, form }: Trunk, half = 0.018): Part {
  const front = neck.map(([x, y], i): Point => {
    // At the shoulders it lies against the neck.
    const side = i / ((neck.length - 1) / 2) - 1;
    const end = Math.abs(side) ** 4;
    return [x + 0.7 * half * end * Math.sign(side), y + half * 0.8 * (1 - end)];
  });
  const line = [...behindNeck(front[0]!, -1, half).toReversed(), ...front, ...behindNeck(front.at(-1)!, 1, half)];
  // It turns away from us there.
  const seen = (along: number) => half * mix(0.15, 1, Math.sqrt(clamp((0.5 - Math.abs(along - 0.5)) / 0.2, 0, 1)));
  const band = strip(line, seen, 0.004, form);
  const sewn = front.slice(4, -4).map(([x, y]): Point => [x, y + 0.9 * half]);
  return { ...band, seams: [{ points: sewn, width: 0.006, strength: 0.22 }] };
}

/** How a band goes on behind the neck from an end of its front, towards its other end (1 to the right, -1 to the left). */
const behindNeck = ([x, y]: Point, inward: 1 | -1, half: number): Point[] => [
  [x + 0.2 * inward * half, y - 0.2 * half],
  [x + 0.5 * inward * half, y - 0.3 * half],
  [x + 0.8 * inward * half, y - 0.3 * half],
];

/** A tube of knit round the neck, up to below the chin, turned down once. */
export function turtleneck(measures: Measures, { neck }: Trunk): Part {
  const { chin, faceHalf } = measures;
  const [right, left] = [neck[0]!, neck.at(-1)!];
  const front = neck[Math.floor(neck.length / 2)]!;
  const half = Math.max(faceHalf * 0.84, 0.19);
  const top = mix(chin[1], front[1], 0.34);
  const lean = neckAt(measures, top);
  const upper = Array.from({ length: 13 }, (_, i): Point => {
    const s = i / 6 - 1;
    return [lean + s * half, top - 0.05 + 0.07 * (1 - s * s)];
  });
  const lower = neck.map(([x, y]): Point => [x, y + 0.05]);
  const side = (from: Point, to: Point) =>
    smoothCurve([from, [mix(from[0], to[0], 0.62), mix(from[1], to[1], 0.55)], to], 6);
  const middle = (y: number) => lean * clamp((y - front[1]) / (top - front[1] || 1), 0, 1);
  const across = (x: number, y: number) => clamp((x - middle(y)) / half, -1.1, 1.1);
  const turn = mix(top, front[1], 0.62);
  const turned = (y: number) => smoothstep(turn - 0.012, turn + 0.012, y);
  return {
    outline: [...side(left, upper[0]!), ...upper, ...side(upper.at(-1)!, right), ...lower],
    form: (x, y) => 0.62 * half * Math.sqrt(1 - 0.81 * across(x, y) ** 2) + 0.03 * (1 - turned(y)),
    folds: (x, y) => 0.008 * Math.cos(((y - turn) / 0.05) * Math.PI + across(x, y) * 2) * mix(0.3, 1, turned(y)),
    cloth: (x, y) => [Math.asin(clamp(across(x, y), -0.98, 0.98)) * half, y],
    round: 0.012,
    shadow: { strength: 0.4, dy: 0.02, blur: 0.02 },
    seams: [{ points: upper.map(([x, y]): Point => [x * 1.04, y + turn - top]), width: 0.012, strength: 0.3 }],
  };
}

/** How far a shirt's collar stands above the neckline's ends, in shoulder widths. */
export const leafRise = 0.06;

/** One leaf of a shirt's collar: turned down from the neck, its point beside the opening, which is `open` half wide. */
export function collarLeaf({ neck, form }: Trunk, side: Side, open = 0): Part {
  const d = sign(side);
  const end = side === 0 ? neck.at(-1)! : neck[0]!;
  const middle = neck[Math.floor(neck.length / 2)]!;
  const front: Point = [middle[0] + d * open, middle[1]];
  const point: Point = [front[0] + d * 0.17, front[1] + 0.1];
  const rise: Point = [end[0] - front[0], end[1] - front[1]];
  // Its top lies against the neck: the neckline leaves a gap there.
  const tip: Point = [end[0] - d * 0.034, end[1] - leafRise];
  const outline: Point[] = [
    tip,
    ...smoothCurve(
      [
        [end[0] + d * 0.035, end[1] - 0.005],
        [mix(end[0] + d * 0.06, point[0], 0.6), mix(end[1], point[1], 0.6)],
        point,
      ],
      6,
    ),
    ...smoothCurve(
      [[front[0] + d * 0.006, front[1]], [mix(front[0], end[0], 0.6) - d * 0.012, mix(front[1], end[1], 0.42)], tip],
      6,
    ),
  ];
  return {
    outline,
    form: (x, y) => form(front[0], front[1] + 0.2) + 0.2 * (y - end[1]) + 0.15 * d * (x - front[0]),
    folds: (x, y) => {
      // Where it turns over, along the neck, it is round.
      const out = (-d * ((x - front[0]) * rise[1] - (y - front[1]) * rise[0])) / Math.hypot(...rise);
      return 0.014 * (1 - Math.exp(-Math.max(0, out) / 0.02));
    },
    cloth: (x, y) => [d * (x - end[0]) * 0.7 + y * 0.7, y * 0.7 - d * x * 0.7],
    shadow: { strength: 0.4, dy: 0.022, blur: 0.016 },
    seams: [
      {
        points: [...outline.slice(1, 14)].map(([x, y]): Point => [x - d * 0.018, y - 0.01]),
        width: 0.006,
        strength: 0.14,
      },
    ],
  };
}

/** The cords of a hood, out of its band. */
function cords({ neck, form }: Trunk): Part[] {
  const [x, y] = neck[Math.floor(neck.length / 2)]!;
  const cord = (d: -1 | 1): Point[] => [
    [x + d * 0.07, y + 0.05],
    [x + d * 0.085, y + 0.18],
    [x + d * 0.08, y + 0.32],
  ];
  return ([-1, 1] as const).map((d) => strip(cord(d), 0.009, 0.01, form));
}

/** What closes a garment at the neck, before everything else but hair and head. */
export function collarParts(measures: Measures, body: Trunk, { collar, front }: UpperStyle): Part[] {
  switch (collar) {
    case 'band':
      return [neckBand(body)];
    case 'turtle':
      return [turtleneck(measures, body)];
    case 'shirt':
      return ([0, 1] as const).map((side) => collarLeaf(body, side, front === 'zip' ? 0.1 : 0));
    case 'hood':
      return [neckBand(body, 0.05), ...cords(body)];
    case 'lapels':
    case 'stand':
    case 'front':
    case 'none':
      return [];
  }
}
