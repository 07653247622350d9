import type { OklabPlanes } from '../pixels/colour.ts';
import { norm } from '../pixels/scalar.ts';
import { quantile } from '../pixels/statistics.ts';

/** At this distance a plain cloth has one colour but for its lightness, in shoulder widths. */
const near = 0.02;
/**
 * What four of five places of a print exceed: OKLab distance, without lightness, from the next one. Of 21 photographs of plain tops none
 * reaches 0.024, of 6 of small prints all exceed 0.028.
 */
const otherHue = 0.025;
/**
 * The OKLab step of lightness that one of twenty places exceeds where a collar, a tie or an open jacket lies over another cloth: folds are
 * less steep.
 */
const otherCloth = 0.38;
/** Fewer places say nothing. */
const least = 150;

/**
 * Whether `pixels` of a worn garment show one plain cloth, whose colour only its folds change: no small print, and nothing worn over it. True
 * if they are too few to tell.
 */
export function isPlainCloth(
  { lightness, a, b }: OklabPlanes,
  pixels: readonly number[],
  isCloth: (i: number) => boolean,
  width: number,
  shoulderWidth: number,
): boolean {
  const step = Math.max(2, Math.round(near * shoulderWidth));
  const hues: number[] = [];
  const steps: number[] = [];
  for (const i of pixels) {
    const [left, right, above, below] = [i - step, i + step, i - step * width, i + step * width];
    if (!isCloth(left) || !isCloth(right) || !isCloth(above) || !isCloth(below)) continue;
    hues.push(norm(a[i]! - a[right]!, b[i]! - b[right]!));
    steps.push(norm(lightness[right]! - lightness[left]!, lightness[below]! - lightness[above]!));
  }
  return hues.length < least || (quantile(hues, 0.8) < otherHue && quantile(steps, 0.95) < otherCloth);
}
