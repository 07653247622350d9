import type { Subject } from '../garment/subject.ts';
import { label } from '../person/labels.ts';
import { gaussianBlur } from '../pixels/box-blur.ts';
import type { Plane } from '../pixels/plane.ts';
import { grow, shrink } from '../pixels/resample.ts';
import { norm, smoothstep } from '../pixels/scalar.ts';
import { medianWhere } from '../pixels/statistics.ts';
import type { Measures } from './measures.ts';
import { fromNape } from './neck.ts';
import type { Folds } from './taken-from-worn.ts';

/** What is wider than this is broad light ({@link broadLight}), in shoulder widths. */
const wide = 0.07;
/** How far inside the worn garment its folds begin, in shoulder widths: at its border are seams, and what lies beside it. */
const inside = 0.03;
/** Within which distance of the nape a collar lies, whose shape is not the new one's, in shoulder widths. */
const collar = [0.2, 0.34] as const;
/** The log light in the deepest fold and on the highest crest: what is more is an edge, or something that is not cloth. */
const [deepest, highest] = [0.32, 0.12];
/** How far cloth may be from most of it, by OKLab chroma and lightness: hair and skin that are labelled as cloth are farther, shade is not. */
const [sameCloth, sameLightness] = [0.035, 0.3];
/** Pixels of a shoulder width on the coarse copy: a button or a stitch is not finer. */
const coarse = 90;
/** Every how many pixels are enough to know the colour of most of the cloth. */
const sampled = 7;

/**
 * Reads the folds of the worn clothes with this label: log light (`separateShading`) between broad light and what is finer than a coarse
 * pixel, where there is cloth all round. Real folds lie as the body and its pose make them, which no drawn one does.
 */
export function wornFolds(
  { parsed, matte, shading, size }: Subject,
  { toBody, neck, scale }: Measures,
  which: number,
): Folds {
  const factor = Math.max(1, Math.floor(scale / coarse));
  const { oklab } = parsed;
  const main = (plane: Plane) => medianWhere(plane, (i) => i % sampled === 0 && parsed.labels[i] === which);
  const [mainL, mainA, mainB] = [main(oklab.lightness), main(oklab.a), main(oklab.b)];
  const cloth = new Float32Array(matte.length);
  const light = new Float32Array(matte.length);
  for (let i = 0; i < cloth.length; i++) {
    if (parsed.labels[i] !== which || matte[i]! < 0.9) continue;
    if (Math.abs(oklab.lightness[i]! - mainL) > sameLightness) continue;
    if (norm(oklab.a[i]! - mainA, oklab.b[i]! - mainB) > sameCloth) continue;
    cloth[i] = 1;
    light[i] = shading.residual[i]!;
  }
  const small = shrink(cloth, size, factor);
  const sums = shrink(light, size, factor).plane;
  const [narrow, far] = [(inside * scale) / factor, (wide * scale) / factor];
  const [around, weights] = [gaussianBlur(small.plane, small.size, narrow), gaussianBlur(small.plane, small.size, far)];
  const broad = gaussianBlur(sums, small.size, far);
  const folds = new Float32Array(sums.length);
  const share = new Float32Array(sums.length);
  for (let j = 0; j < sums.length; j++) {
    if (small.plane[j]! < 0.5) continue;
    const x = (j % small.size.width) * factor;
    const [u, v] = toBody(x, Math.floor(j / small.size.width) * factor);
    const light = sums[j]! / small.plane[j]! - broad[j]! / weights[j]!;
    const most = light < 0 ? deepest : highest;
    folds[j] = most * Math.tanh(light / most);
    const away = which === label.top ? smoothstep(collar[0], collar[1], fromNape(neck, u, v)) : 1;
    share[j] = away * smoothstep(0.6, 0.95, around[j]!);
  }
  return {
    light: grow({ plane: folds.map(Math.exp), size: small.size }, size, factor),
    // Drawn folds end where these begin, which must not be a step.
    seen: grow({ plane: gaussianBlur(share, small.size, narrow), size: small.size }, size, factor),
  };
}
