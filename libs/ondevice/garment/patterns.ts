import type { Triple } from '../pixels/colour.ts';
import { latticeNoise, valueNoise } from '../pixels/noise.ts';
import { clamp, mix, norm, smoothstep } from '../pixels/scalar.ts';
import type { ColourName } from './colour-names.ts';

/** How much of the second colour, 0..1, a pattern shows at (`x`, `y`) in shoulder widths: x across, y down the body or along the arm. */
type Share = (x: number, y: number) => number;

/** Patterns that can be drawn in body coordinates. */
const shares = {
  solid: () => 0,
  stripes: (_, y) => band(fraction(y * 9)),
  'vertical stripes': (x) => band(fraction(x * 9)),
  pinstripes: (x) => 0.55 * line(fraction(x * 22), 0.06),
  check: (x, y) => clamp(plaid(x) + plaid(y), 0, 1),
  argyle,
  dots,
  floral: (x, y) => Math.max(blossoms(x * 4.2, y * 4.2, 0.42), 0.75 * blossoms(x * 7.3 + 3.4, y * 7.3 + 1.7, 0.3)),
  leopard: (x, y) => leopard(x, y),
  zebra,
  camouflage,
  paisley,
  'tie-dye': tieDye,
} as const satisfies Record<string, Share>;

export type Pattern = keyof typeof shares;

/** The colours of patterns that have their own: of the ground, then of what is drawn on it. */
export const patternColours: Partial<Record<Pattern, readonly [ColourName, ColourName]>> = {
  leopard: ['camel', 'black'],
  zebra: ['white', 'black'],
  camouflage: ['khaki', 'dark green'],
  paisley: ['burgundy', 'cream'],
  'tie-dye': ['royal blue', 'white'],
};

/** How much of the second colour a pattern shows at a place, see {@link Share}. */
export const patternAt = (pattern: Pattern, x: number, y: number): number => shares[pattern](x, y);

/** Linear-light colour between two, `t` 0..1. */
export const blendColours = (a: Triple, b: Triple, t: number): Triple => [
  mix(a[0], b[0], t),
  mix(a[1], b[1], t),
  mix(a[2], b[2], t),
];

const fraction = (value: number): number => value - Math.floor(value);

/** 1 over the second half of each period, with soft edges. */
const band = (phase: number): number => smoothstep(0.46, 0.5, phase) * (1 - smoothstep(0.96, 1, phase));

const line = (phase: number, width: number): number =>
  smoothstep(0.5 - width, 0.5, phase) * (1 - smoothstep(0.5, 0.5 + width, phase));

/** A plaid's colours across, 0..0.5: a wide band, faded, and a thin line in the middle between two of them. */
function plaid(across: number): number {
  const place = fraction(across * 5.6);
  const wide = smoothstep(0.04, 0.09, place) * (1 - smoothstep(0.42, 0.47, place));
  return 0.34 * wide + 0.5 * line(fraction(place + 0.78), 0.05);
}

/** Dots, every second row shifted. */
function dots(x: number, y: number): number {
  const row = Math.round(y * 8);
  const shift = (row & 1) * 0.5;
  const column = Math.round(x * 8 - shift) + shift;
  return 1 - smoothstep(0.2, 0.24, norm(x * 8 - column, y * 8 - row));
}

/** Five-petalled blossoms about `size` large, one in most unit squares: no two of the same place, size and turn. */
const blossoms = (x: number, y: number, size: number): number =>
  mostNear(x, y, 2, (dx, dy, chance) => {
    const away = norm(dx, dy) / (size * (0.65 + 0.5 * chance(4)));
    if (chance(1) < 0.22 || away > 1.1) return 0;
    const turn = Math.atan2(dy, dx);
    const petal = 0.74 + 0.26 * Math.cos(5 * (turn + 6.3 * chance(5)));
    const vein = 0.25 * (1 - away) * (0.5 + 0.5 * Math.cos(10 * turn));
    const heart = 0.7 * (1 - smoothstep(0.14, 0.26, away));
    return clamp((1 - smoothstep(petal - 0.14, petal, away)) * (1 - vein - heart), 0, 1);
  });

/** Diamonds twice as high as wide in every second column, and thin lines through the middle of all, as knitted. */
function argyle(x: number, y: number): number {
  const [falling, rising] = [x * 5 + y * 2.5, x * 5 - y * 2.5];
  const [column, row] = [Math.floor(falling), Math.floor(rising)];
  const near = Math.min(Math.abs(falling - column - 0.5), Math.abs(rising - row - 0.5));
  const diamond = (column + row) & 1 ? 0 : 0.75;
  return Math.max(diamond, 1 - smoothstep(0.03, 0.06, near));
}

/** Broken rings of unequal size round darkened hearts, one in each square of a jittered grid. */
const leopard: Share = (x, y) =>
  mostNear(x * 9, y * 9, 1, (dx, dy, chance) => {
    const away = norm(dx, dy * 1.15);
    // Beyond the widest ring; angles are slow.
    if (away > 0.62) return 0;
    const turn = Math.atan2(dy, dx);
    const size = 0.3 + 0.14 * chance(3) + 0.06 * Math.sin(3 * turn + 6.3 * chance(4));
    const ring = 1 - smoothstep(0.07, 0.11, Math.abs(away - size));
    const gap = smoothstep(-0.75, -0.45, Math.cos(turn * 2 + 6.3 * chance(5)));
    const heart = 0.35 * (1 - smoothstep(size - 0.12, size, away));
    return Math.max(ring * gap, heart);
  });

/** Stripes across that wander, fork and taper. */
function zebra(x: number, y: number): number {
  const wander = 2.2 * valueNoise(x * 3 + 7, y * 2.2 + 3) + 0.7 * valueNoise(x * 8, y * 5);
  const wave = Math.sin((y * 8 + wander) * Math.PI * 2);
  const width = 0.5 * (valueNoise(x * 6 + 31, y * 6 + 17) - 0.5);
  return smoothstep(-0.12 + width, 0.12 + width, wave);
}

/** Blots in three tones: the ground, the second colour, and between them. */
function camouflage(x: number, y: number): number {
  const blot = (shift: number) =>
    0.65 * valueNoise(x * 5 + shift, y * 7 + shift * 2) + 0.35 * valueNoise(x * 13 + shift, y * 15 + shift);
  const edge = (value: number, from: number) => smoothstep(from - 0.012, from + 0.012, value);
  return Math.max(0.5 * edge(blot(11), 0.5), edge(blot(47), 0.57));
}

/** Drops with a curled tip, an outline, a row of dots and a heart, each within its square; every second one is upside down. */
function paisley(x: number, y: number): number {
  const across = x * 5;
  const down = y * 4;
  const column = Math.floor(across);
  const row = Math.floor(down);
  const flip = (column + row) & 1 ? -1 : 1;
  const dx = (across - column - 0.5 + 0.1 * (chanceIn(column, row, 1) - 0.5)) * flip;
  const dy = (down - row - 0.5 + 0.1 * (chanceIn(column, row, 2) - 0.5)) * flip;
  // A circle whose upper half is drawn out to a tip that bends aside.
  const up = clamp(-dy / 0.46, 0, 1);
  if (up > 0.93) return 0;
  const away = norm((dx - 0.16 * up * up) / (1 - 0.86 * up), dy > 0 ? dy : dy * 0.62) / 0.34;
  const ring = outlineAt(0.68, away);
  // Angles are slow.
  const dots = ring > 0 ? smoothstep(0.1, 0.5, Math.cos(11 * Math.atan2(dy, dx))) : 0;
  return clamp(Math.max(outlineAt(0.94, away), 0.9 * dots * ring, 1 - smoothstep(0.26, 0.34, away)), 0, 1);
}

/** A line `at` a distance from the middle, with soft edges. */
const outlineAt = (at: number, away: number): number => 1 - smoothstep(0.09 * 0.6, 0.09, Math.abs(away - at));

/** Soft uneven rings about a knot on the chest, drawn into a spiral, as cloth that was tied takes the dye. */
function tieDye(x: number, y: number): number {
  const [dx, dy] = [x - 0.02, y - 0.38];
  const away = norm(dx, dy);
  const turn = Math.atan2(dy, dx) / (2 * Math.PI);
  const bleed = 0.5 * valueNoise(x * 7 + 5, y * 7 + 9) + 0.25 * valueNoise(x * 19, y * 19);
  const rays = 0.12 * Math.sin(turn * 2 * Math.PI * 13 + 3 * bleed);
  return smoothstep(0.1, 0.95, 0.5 + 0.5 * Math.sin((away * 5.5 - turn * 2 + 0.5 * bleed + rays) * 2 * Math.PI));
}

/**
 * The most that `draw` draws at a place for its unit square and those round it: it gets the distance from something in each, jittered by the
 * `first` chance and the next, and chances (0..1) of its own.
 */
function mostNear(
  x: number,
  y: number,
  first: number,
  draw: (dx: number, dy: number, chance: (seed: number) => number) => number,
): number {
  let most = 0;
  for (let column = Math.floor(x) - 1; column <= Math.floor(x) + 1; column++)
    for (let row = Math.floor(y) - 1; row <= Math.floor(y) + 1; row++) {
      const chance = (seed: number) => chanceIn(column, row, seed);
      const dx = x - column - 0.2 - 0.6 * chance(first);
      const dy = y - row - 0.2 - 0.6 * chance(first + 1);
      most = Math.max(most, draw(dx, dy, chance));
    }
  return most;
}

const chanceIn = (column: number, row: number, seed: number): number =>
  latticeNoise(column * 5 + seed, row * 7 + seed * 13);
