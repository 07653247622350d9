import type { Triple } from '../pixels/colour.ts';
import { clamp, mix, smoothstep } from '../pixels/scalar.ts';

/** Patterns that can be drawn in body coordinates. */
export type Pattern = 'solid' | 'stripes' | 'vertical stripes' | 'pinstripes' | 'check' | 'dots';

/** Words of a description and the pattern they mean, first match wins. */
export const patternWords: readonly (readonly [RegExp, Pattern])[] = [
  [/pin-? ?strip/, 'pinstripes'],
  [/vertical(ly)? strip/, 'vertical stripes'],
  [/strip(e|es|ed|y)\b|breton/, 'stripes'],
  [/plaid|tartan|check(ed|ered)?\b|gingham|flannel/, 'check'],
  [/polka|dots?\b|dotted/, 'dots'],
];

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
    case 'check': {
      const soft = (z: number) =>
        0.5 * smoothstep(0, 0.03, fraction(z * 4.2)) * (1 - smoothstep(0.47, 0.5, fraction(z * 4.2)));
      return clamp(soft(x) + soft(y), 0, 1);
    }
    case 'dots': {
      const row = Math.round(y * 8);
      const shift = (row & 1) * 0.5;
      const column = Math.round(x * 8 - shift) + shift;
      return 1 - smoothstep(0.2, 0.24, Math.hypot(x * 8 - column, y * 8 - row));
    }
    case 'solid':
      return 0;
  }
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
