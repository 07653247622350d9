import type { Triple } from '../pixels/colour.ts';
import { latticeNoise } from '../pixels/noise.ts';
import { clamp, mix, norm, smoothstep } from '../pixels/scalar.ts';
import type { ColourName } from './colour-names.ts';
import { argyle, camouflage, leopard, paisley, tieDye, zebra } from './printed-patterns.ts';

/** Patterns that can be drawn in body coordinates. */
export type Pattern =
  | 'solid'
  | 'stripes'
  | 'vertical stripes'
  | 'pinstripes'
  | 'check'
  | 'argyle'
  | 'dots'
  | 'floral'
  | 'leopard'
  | 'zebra'
  | 'camouflage'
  | 'paisley'
  | 'tie-dye';

/** The colours of patterns that have their own: of the ground, then of what is drawn on it. */
export const patternColours: Partial<Record<Pattern, readonly [ColourName, ColourName]>> = {
  leopard: ['camel', 'black'],
  zebra: ['white', 'black'],
  camouflage: ['khaki', 'dark green'],
  paisley: ['burgundy', 'cream'],
  'tie-dye': ['royal blue', 'white'],
};

const fraction = (value: number): number => value - Math.floor(value);

/**
 * How much of the second colour, 0..1, the pattern shows at (`x`, `y`) in shoulder widths: x across, y down the body or
 * along the arm.
 */
export function patternAt(pattern: Pattern, x: number, y: number): number {
  switch (pattern) {
    case 'stripes':
      return band(fraction(y * 9));
    case 'vertical stripes':
      return band(fraction(x * 9));
    case 'pinstripes':
      return 0.55 * line(fraction(x * 22), 0.06);
    case 'check':
      return clamp(plaid(x) + plaid(y), 0, 1);
    case 'argyle':
      return argyle(x, y);
    case 'dots': {
      const row = Math.round(y * 8);
      const shift = (row & 1) * 0.5;
      const column = Math.round(x * 8 - shift) + shift;
      return 1 - smoothstep(0.2, 0.24, norm(x * 8 - column, y * 8 - row));
    }
    case 'floral':
      return Math.max(blossoms(x * 4.2, y * 4.2, 0.42), 0.75 * blossoms(x * 7.3 + 3.4, y * 7.3 + 1.7, 0.3));
    case 'leopard':
      return leopard(x, y);
    case 'zebra':
      return zebra(x, y);
    case 'camouflage':
      return camouflage(x, y);
    case 'paisley':
      return paisley(x, y);
    case 'tie-dye':
      return tieDye(x, y);
    case 'solid':
      return 0;
  }
}

/** A plaid's colours across, 0..0.5: a wide band, faded, and a thin line in the middle between two of them. */
function plaid(across: number): number {
  const place = fraction(across * 5.6);
  const wide = smoothstep(0.04, 0.09, place) * (1 - smoothstep(0.42, 0.47, place));
  return 0.34 * wide + 0.5 * line(fraction(place + 0.78), 0.05);
}

/** Five-petalled blossoms about `size` large, one in most unit squares: no two of the same place, size and turn. */
function blossoms(x: number, y: number, size: number): number {
  let most = 0;
  for (let column = Math.floor(x) - 1; column <= Math.floor(x) + 1; column++)
    for (let row = Math.floor(y) - 1; row <= Math.floor(y) + 1; row++) {
      const chance = (seed: number) => latticeNoise(column * 5 + seed, row * 7 + seed * 13);
      if (chance(1) < 0.22) continue;
      const dx = x - column - 0.2 - 0.6 * chance(2);
      const dy = y - row - 0.2 - 0.6 * chance(3);
      const away = norm(dx, dy) / (size * (0.65 + 0.5 * chance(4)));
      if (away > 1.1) continue;
      const petal = 0.74 + 0.26 * Math.cos(5 * (Math.atan2(dy, dx) + 6.3 * chance(5)));
      const vein = 0.25 * (1 - away) * (0.5 + 0.5 * Math.cos(10 * Math.atan2(dy, dx)));
      const heart = 0.7 * (1 - smoothstep(0.14, 0.26, away));
      most = Math.max(most, (1 - smoothstep(petal - 0.14, petal, away)) * (1 - vein - heart));
    }
  return clamp(most, 0, 1);
}

/** 1 over the second half of each period, with soft edges. */
const band = (phase: number): number => smoothstep(0.46, 0.5, phase) * (1 - smoothstep(0.96, 1, phase));

const line = (phase: number, width: number): number =>
  smoothstep(0.5 - width, 0.5, phase) * (1 - smoothstep(0.5, 0.5 + width, phase));

/** Linear-light colour between two, `t` 0..1. */
export const blendColours = (a: Triple, b: Triple, t: number): Triple => [
  mix(a[0], b[0], t),
  mix(a[1], b[1], t),
  mix(a[2], b[2], t),
];
