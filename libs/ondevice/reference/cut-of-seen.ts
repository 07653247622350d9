import type { SeenGarment } from '../analysis/seen-garment.ts';
import type { Neck } from '../garment/garments.ts';
import type { Lower } from '../garment/leg-cuts.ts';
import type { ReferenceCut } from '../garment/reference-cut.ts';

const kinds = { top: 'top', outerwear: 'outer', dress: 'dress', bottom: 'bottom' } as const;
const sleeves = { sleeveless: 0, 'short-sleeved': 0.55, 'three-quarter-sleeved': 1.4, 'long-sleeved': 2 } as const;
const necks: Readonly<Record<NonNullable<SeenGarment['neckline']>, Neck>> = {
  high: 'turtle',
  round: 'crew',
  low: 'scoop',
};
const skirts = { short: 0.62, 'knee-length': 1, 'mid-calf': 1.45, 'full-length': 1.9 } as const;
const trousers = { short: 0.62, 'knee-length': 1, 'mid-calf': 1.6, 'full-length': 2 } as const;

/** The cut of a garment that a reference shows; undefined for shoes. */
export function cutOfSeen({
  category,
  kind,
  sleeve,
  neckline,
  length,
}: Omit<SeenGarment, 'colours'>): ReferenceCut | undefined {
  if (category === 'shoes') return undefined;
  const lower = lowerOf(kind, length);
  return {
    kind: kinds[category],
    name: kind,
    ...(sleeve && { sleeve: sleeves[sleeve] }),
    ...(neckline && { neck: necks[neckline] }),
    ...(lower && { lower }),
  };
}

function lowerOf(kind: SeenGarment['kind'], length: SeenGarment['length']): Lower | undefined {
  if (!length) return undefined;
  if (kind === 'skirt' || kind === 'dress') return { cut: 'a-line skirt', length: skirts[length] };
  const legs = kind === 'trousers' || kind === 'jeans' || kind === 'shorts';
  return legs ? { cut: 'straight trousers', length: trousers[length] } : undefined;
}
