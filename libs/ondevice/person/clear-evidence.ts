import { boxBlur } from '../pixels/box-blur.ts';
import type { Size } from '../pixels/plane.ts';

/** Evidence of each bin, as a natural logarithm, from where on its mean is clear, and the radius of that mean as a share of the longer side. */
export type ToDecide = { evidence: Float32Array; clearly: number; radius: number };

/**
 * Which pixels have clear evidence in their colours, in the mean over the open ones round them: a single pixel has noise.
 *
 * @param isOpen which pixels are decided
 */
export function clearEvidence(
  bins: Uint16Array,
  size: Size,
  isOpen: (i: number) => boolean,
  { evidence, clearly, radius }: ToDecide,
): (i: number) => boolean {
  const [sum, share] = [new Float32Array(bins.length), new Float32Array(bins.length)];
  for (let i = 0; i < bins.length; i++) {
    if (!isOpen(i)) continue;
    sum[i] = evidence[bins[i]!]!;
    share[i] = 1;
  }
  const pixels = Math.max(1, Math.round(Math.max(size.width, size.height) * radius));
  boxBlur(sum, size, pixels, sum);
  boxBlur(share, size, pixels, share);
  return (i) => isOpen(i) && sum[i]! > clearly * share[i]!;
}
