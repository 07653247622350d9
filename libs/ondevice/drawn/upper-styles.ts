import type { Layer } from '../garment/layer.ts';
import { isSkirt, type LegCut } from '../garment/leg-cuts.ts';

/** What closes a garment at the neck; `front`: a band that goes on down the open front. */
export type Collar = 'none' | 'band' | 'shirt' | 'turtle' | 'lapels' | 'hood' | 'stand' | 'front';

/** How the front is closed. */
export type Front = 'plain' | 'buttons' | 'zip' | 'open' | 'hanging';

/**
 * How a garment for the upper body is made. Half widths are the body's times `ease` plus `extra` (shoulder widths). It ends at `hem`
 * (v) or, if it is long, `below` of the way from hips to ankles.
 */
export type UpperStyle = {
  hem: number;
  below?: number;
  ease: number;
  extra: number;
  /** How much narrower (below 1) or wider the hem is. */
  hemEase: number;
  sleeveEase: number;
  sleeveExtra: number;
  lift: number;
  folds: number;
  collar: Collar;
  front: Front;
  /** Ribbed hem and cuffs. */
  ribs: boolean;
  cuffs: boolean;
  pockets: 'none' | 'flaps' | 'pouch' | 'chest';
};

const tee: UpperStyle = {
  ...{ hem: 1.06, ease: 1.08, extra: 0.02, hemEase: 1, sleeveEase: 1.12, sleeveExtra: 0.015, lift: 0.02, folds: 1.2 },
  ...{ collar: 'band', front: 'plain', ribs: false, cuffs: false, pockets: 'none' },
};
const shirt: UpperStyle = {
  ...{ ...tee, hem: 1.1, ease: 1.1, extra: 0.03, sleeveEase: 1.14, sleeveExtra: 0.02 },
  ...{ collar: 'shirt', front: 'buttons', cuffs: true },
};
const blouse: UpperStyle = { ...shirt, ease: 1.11, extra: 0.035, folds: 1.4 };
const knit: UpperStyle = {
  ...{ ...tee, hem: 1.06, ease: 1.11, extra: 0.03, hemEase: 0.96, sleeveEase: 1.2, sleeveExtra: 0.025, lift: 0.03 },
  ...{ ribs: true, cuffs: true, folds: 0.9 },
};
const hoodie: UpperStyle = {
  ...knit,
  ease: 1.13,
  extra: 0.05,
  sleeveExtra: 0.04,
  collar: 'hood',
  pockets: 'pouch',
  folds: 1.1,
};
const blazer: UpperStyle = {
  ...{ ...tee, hem: 1.2, ease: 1.1, extra: 0.035, hemEase: 1.04, sleeveEase: 1.16, sleeveExtra: 0.03, lift: 0.04 },
  ...{ collar: 'lapels', front: 'open', folds: 0.7, pockets: 'flaps' },
};
const coat: UpperStyle = {
  ...blazer,
  below: 0.64,
  ease: 1.12,
  extra: 0.05,
  sleeveEase: 1.22,
  sleeveExtra: 0.035,
  lift: 0.05,
  front: 'hanging',
};
const jacket: UpperStyle = {
  ...{ ...tee, hem: 1.02, ease: 1.12, extra: 0.04, hemEase: 0.98, sleeveEase: 1.2, sleeveExtra: 0.035, lift: 0.04 },
  ...{ collar: 'stand', front: 'zip', cuffs: true, folds: 1.1 },
};

/** What of a layer determines its style. */
type Made = Pick<Layer, 'kind' | 'name' | 'cut' | 'neck' | 'material' | 'sleeve' | 'collarless'>;

/** How the garment of a layer is made, by its name, cut and neckline. */
export function upperStyle(made: Made): UpperStyle {
  const { kind, name, cut, neck, material, sleeve, collarless } = made;
  if (kind === 'outer') {
    const style = outerStyle(made);
    return collarless && cut !== 'cardigan' ? { ...style, collar: 'none' } : style;
  }
  if (/hood/.test(name)) return hoodie;
  if (/blouse|tunic/.test(name)) return neck === 'collar' ? blouse : { ...blouse, collar: 'none', front: 'plain' };
  if (neck === 'collar') return /polo/.test(name) ? { ...shirt, hem: 1.06, cuffs: false } : shirt;
  if (neck === 'turtle') return { ...knit, collar: 'turtle' };
  if (material === 'knit' || /sweat/.test(name)) return knit;
  if (sleeve === 0) return { ...tee, ease: 1.04, extra: 0.01, collar: 'none' };
  return tee;
}

function outerStyle({ name, cut, material }: Pick<Made, 'name' | 'cut' | 'material'>): UpperStyle {
  if (/(?<!waist)coat|parka/.test(name))
    return /parka|rain/.test(name) ? { ...coat, below: 0.32, collar: 'shirt', pockets: 'flaps' } : coat;
  if (cut === 'blazer') return blazer;
  if (cut === 'cardigan') return { ...knit, hem: 1.12, collar: 'front', front: 'hanging', ease: 1.12, extra: 0.04 };
  if (cut === 'overshirt') return { ...jacket, collar: 'shirt', pockets: 'chest', hem: 1.04 };
  if (material === 'leather') return { ...jacket, collar: 'lapels' };
  if (name === 'jacket') return { ...jacket, collar: 'shirt' };
  return { ...jacket, ribs: /bomber/.test(name) };
}

/** How much narrower a top gets where it goes into a waistband. */
const gathered = 0.93;

/** A style tucked into what begins at `waist` (v). */
export const tuckedInto = (style: UpperStyle, waist: number): UpperStyle => ({
  ...style,
  ...{ hem: waist + 0.06, hemEase: gathered, ribs: false },
});

/**
 * Whether a top goes into a drawn skirt or trousers: a shirt into both, anything else but knits into skirts, and into trousers
 * where a jacket is worn over it.
 */
export function isTucked(layer: Layer, cut: LegCut, jacket: boolean): boolean {
  const { front, collar, ribs, cuffs } = upperStyle(layer);
  if (layer.kind !== 'top' || ribs) return false;
  return isSkirt(cut) || jacket || (front === 'buttons' && collar === 'shirt' && cuffs);
}
