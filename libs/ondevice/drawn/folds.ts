import { foldsOn } from '../garment/cloth-light.ts';
import type { SeenCloth } from '../garment/see-clothes.ts';
import type { Subject } from '../garment/subject.ts';
import { label } from '../person/labels.ts';
import { gaussianBlur } from '../pixels/box-blur.ts';
import { gradientNoise } from '../pixels/noise.ts';
import { maskWhere, type Plane } from '../pixels/plane.ts';
import { clamp, norm, smoothstep } from '../pixels/scalar.ts';
import type { Measures } from './measures.ts';

/** Height of cloth towards us at a place in body coordinates, all in shoulder widths. */
export type Relief = (x: number, y: number) => number;

/**
 * Round folds of cloth that hangs from the waist, -1..1 at `s`, -1..1 across the garment: evenly spread over the angle round the
 * body, hence narrower towards the sides, tops wider than valleys, faded at the outline.
 */
export function flutes(s: number, count: number): number {
  const angle = Math.asin(clamp(s, -0.985, 0.985));
  const wave = Math.cos(count * angle + 1.6 * gradientNoise(angle * 1.7 + 1.3, 1.3) + 1.3);
  const fade = 1 - 0.8 * smoothstep(0.82, 1, Math.abs(s));
  return fade * (wave - 0.125 * (1 - wave) ** 2) * (0.65 + 0.45 * gradientNoise(angle * 2.2 + 12, 3));
}

/** Pressed pleats, -0.5..0.5 at `s`, -1..1 across the garment: a slow rise and a sudden fall each. */
export function pleats(s: number, count: number): number {
  const phase = ((Math.asin(clamp(s, -0.99, 0.99)) / Math.PI + 0.5) * count) % 1;
  return (phase < 0.86 ? phase / 0.86 : (1 - phase) / 0.14) - 0.5;
}

/** How much light slopes and valleys take; how dark and bright folds get at most, in log light. */
const lit = { slope: 0.9, depth: 5, darkest: -0.55, brightest: 0.2 } as const;

/** Adds the log light on a relief to `light` where `cover` is: it comes from above and a little from the left, and valleys are darker. */
export function addFolds(light: Plane, relief: Relief, cover: Plane, { toBody, scale }: Measures, width: number): void {
  const heights = new Float32Array(light.length);
  for (let i = 0; i < heights.length; i++) {
    if (cover[i] === 0) continue;
    const [x, y] = toBody(i % width, Math.floor(i / width));
    heights[i] = relief(x, y);
  }
  const covered = (i: number) => i < cover.length && cover[i]! > 0;
  for (let i = 0; i < light.length; i++) {
    if (!covered(i)) continue;
    const across = covered(i + 1) ? heights[i + 1]! - heights[i]! : 0;
    const down = covered(i + width) ? heights[i + width]! - heights[i]! : 0;
    const log = lit.slope * (0.6 * across + 0.8 * down) * scale + lit.depth * Math.min(0, heights[i]!);
    light[i]! += clamp(log, lit.darkest, lit.brightest);
  }
}

/** What is wider than this is broad light, and how far inside the worn top its folds begin, as at its border are seams; in shoulder widths. */
const [wide, inside] = [0.07, 0.03];
/** Within which distance of the nape a collar lies, whose shape is not the new one's, in shoulder widths. */
const collar = [0.2, 0.34] as const;
/** The log light in the deepest fold and on the highest crest: what is more is an edge, or something that is not cloth. */
const [deepest, highest] = [0.32, 0.12];

/**
 * The log light on a new garment of this luminance over the `worn` top: the broad light of the photograph, and the folds of the top as far as it
 * shows them. Real folds lie as body and pose make them, which no drawn one does.
 */
export function lightOverTop(subject: Subject, measures: Measures, worn: SeenCloth, luminance: number): Plane {
  const { parsed, matte, shading, size } = subject;
  const { scale, toBody, broadLight } = measures;
  const cloth = maskWhere(matte.length, (i) => parsed.labels[i] === label.top && matte[i]! > 0.9);
  const { share, contrast } = foldsOn(worn, luminance);
  const broad = gaussianBlur(shading.residual, size, wide * scale);
  const around = gaussianBlur(cloth, size, inside * scale);
  const out = new Float32Array(matte.length);
  for (let i = 0; i < out.length; i++) {
    out[i] = Math.log(broadLight[i]!);
    if (cloth[i] === 0 || share < 0.05) continue;
    const [x, y] = toBody(i % size.width, Math.floor(i / size.width));
    const fine = shading.residual[i]! - broad[i]!;
    const most = fine < 0 ? deepest : highest;
    const seen = smoothstep(0.6, 0.95, around[i]!) * smoothstep(...collar, norm(x, y));
    out[i]! += share * contrast * seen * most * Math.tanh(fine / most);
  }
  return out;
}
