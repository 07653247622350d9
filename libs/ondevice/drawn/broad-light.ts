import type { Subject } from '../garment/subject.ts';
import { label } from '../person/labels.ts';
import { fillByBlur, gaussianBlur } from '../pixels/box-blur.ts';
import type { Plane } from '../pixels/plane.ts';
import { grow, shrink } from '../pixels/resample.ts';
import { clamp, mix, smoothstep } from '../pixels/scalar.ts';
import { median } from '../pixels/statistics.ts';

/** Nothing finer than this lies in broad light, and how far it is continued beyond the worn clothes; in shoulder widths. */
const reaches = [0.07, 0.2, 0.6] as const;
/** How far log light may be from that of most of the cloth, and how much of it is taken over: the rest is the relief's. */
const range = [-0.7, 0.4] as const;
const share = 0.9;
/** The same for cloth that is nearly black, between these luminances: straps and seams on it look like deep shade. */
const dimShare = 0.35;
const dim = [0.012, 0.09] as const;
/** What is brighter than most of the cloth is so by less: white cloth would be a white area. */
const bright = 0.4;
/** Share of cloth round a place from which its light is known. */
const least = 0.3;
/** Pixels of a shoulder width on the coarse copy. */
const coarse = 60;

/**
 * The light that falls on the worn clothes, without their folds, as a factor on light: what the sun, a window or the shade of the head
 * do to a photographed garment they do to a drawn one. From the log luminance relative to each cloth's own (`separateShading`), by
 * normalised convolution (`fillByBlur`).
 */
export function broadLight({ parsed, matte, shading, size }: Subject): Plane {
  const factor = Math.max(1, Math.floor(parsed.frame.shoulderWidth / coarse));
  const known = new Float32Array(matte.length);
  const light = new Float32Array(matte.length);
  const seen: number[] = [];
  for (let i = 0; i < known.length; i++) {
    if ((parsed.labels[i] !== label.top && parsed.labels[i] !== label.bottom) || matte[i]! < 0.9) continue;
    known[i] = 1;
    if (i % 3 === 0) seen.push(shading.luminance[i]!);
    light[i] = clamp(shading.residual[i]!, range[0], range[1]);
  }
  const small = shrink(known, size, factor);
  const [narrow, ...wider] = reaches.map((reach) => (reach * parsed.frame.shoulderWidth) / factor);
  const sums = gaussianBlur(shrink(light, size, factor).plane, small.size, narrow!);
  const weights = gaussianBlur(small.plane, small.size, narrow!);
  const broad = sums.map((sum, i) => (weights[i]! > least ? sum / weights[i]! : 0));
  const sure = weights.map((weight) => (weight > least ? 1 : 0));
  const filled = fillByBlur(broad, sure, small.size, wider);
  const taken = mix(dimShare, share, smoothstep(...dim, median(seen)));
  return grow(
    { plane: filled.map((value) => Math.exp(taken * (value > 0 ? bright * value : value))), size: small.size },
    size,
    factor,
  );
}
