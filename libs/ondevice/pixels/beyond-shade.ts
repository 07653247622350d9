import type { Triple } from './colour.ts';

/** Folds change the OKLab lightness of plain cloth by up to this. */
const folded = 0.1;

/**
 * How far a colour is from the main one of a cloth, both in OKLab, beyond what light and shade do: they scale all of OKLab by one factor,
 * and folds change lightness by little.
 */
export function beyondShade([l, a, b]: Triple, [mainL, mainA, mainB]: Triple): { lightness: number; hue: number } {
  const light = l / mainL;
  return {
    lightness: Math.max(0, Math.abs(l - mainL) - folded),
    hue: Math.hypot(a - light * mainA, b - light * mainB),
  };
}
