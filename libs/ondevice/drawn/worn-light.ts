import { foldContrast } from '../garment/fold-contrast.ts';
import type { SeenCloth, SeenClothes } from '../garment/seen-clothes.ts';
import type { Subject } from '../garment/subject.ts';
import { label } from '../person/labels.ts';
import { gaussianBlur } from '../pixels/box-blur.ts';
import type { Plane } from '../pixels/plane.ts';
import { mix, smoothstep } from '../pixels/scalar.ts';
import type { Measures } from './measures.ts';
import type { Folds, WornLight } from './taken-from-worn.ts';
import { wornFolds } from './worn-folds.ts';

/** What is finer than this in the light on a print, or on cloth that is much darker than the new one, is not light; in shoulder widths. */
const widest = 0.16;
/** A smaller share of the folds is none. */
const least = 0.25;

/** How much of the light on a worn cloth can be told from its print, 0..1, and from the noise of cloth much darker than the new one. */
const lightShown = ({ print, light }: SeenCloth, wanted: number): number =>
  (1 - smoothstep(0.09, 0.19, print)) * (1 - smoothstep(0.22, 0.4, wanted - light));

/** Reads the light on the worn clothes, each garment's when it is first asked for. */
export function wornLight(subject: Subject, measures: Measures, seen: SeenClothes): WornLight {
  const folds = new Map<number, Folds>();
  const lights = new Map<number, Plane>();
  const foldsOf = (which: number): Folds => {
    const known = folds.get(which) ?? wornFolds(subject, measures, which);
    folds.set(which, known);
    return known;
  };
  const broad = (share: number): Plane => {
    if (share >= 1) return measures.broadLight;
    const wide = lights.get(0) ?? gaussianBlur(measures.broadLight, subject.size, widest * measures.scale);
    lights.set(0, wide);
    const known = lights.get(share);
    if (known) return known;
    const mixed = new Float32Array(wide.length);
    for (let i = 0; i < mixed.length; i++) mixed[i] = mix(wide[i]!, measures.broadLight[i]!, share);
    lights.set(share, mixed);
    return mixed;
  };
  return (kind, luminance) => {
    const cloth = (kind === 'bottom' && seen.lower) || seen.upper;
    const share = Math.round(10 * lightShown(cloth, luminance)) / 10;
    const which = kind === 'bottom' ? label.bottom : label.top;
    const contrast = foldContrast(cloth, luminance);
    return {
      broad: broad(share < least ? 0 : share),
      share,
      contrast,
      ...(share >= least && { folds: foldsOf(which) }),
    };
  };
}
