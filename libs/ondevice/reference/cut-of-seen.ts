import type { SeenGarment } from '../analysis/seen-garment.ts';
import type { ReferenceCut } from '../garment/choose-colours.ts';
import type { Neck } from '../garment/garments.ts';

const kinds = { top: 'top', outerwear: 'outer', dress: 'dress', bottom: 'bottom' } as const;
const sleeves = { sleeveless: 0, 'short-sleeved': 0.55, 'three-quarter-sleeved': 1.4, 'long-sleeved': 2 } as const;
const necks = { high: 'turtle', round: 'crew', low: 'scoop' } as const satisfies Record<string, Neck>;
const skirts = { short: 0.62, 'knee-length': 1, 'mid-calf': 1.45, 'full-length': 1.9 } as const;
const trousers = { short: 0.62, 'knee-length': 1, 'mid-calf': 1.6, 'full-length': 2 } as const;

/** The cut of a garment that a reference shows; undefined for shoes. */
export function cutOfSeen(garment: Omit<SeenGarment, 'colours'>): ReferenceCut | undefined {
  const { category, kind, sleeve, neckline, length } = garment;
  if (category === 'shoes') return undefined;
  const legs = kind === 'trousers' || kind === 'jeans' || kind === 'shorts';
  return {
    kind: kinds[category],
    name: kind,
    ...(sleeve && { sleeve: sleeves[sleeve] }),
    ...(neckline && { neck: necks[neckline] }),
    ...(length && legs && { lower: { cut: 'straight trousers', length: trousers[length] } }),
    ...(length && (kind === 'skirt' || kind === 'dress') && { lower: { cut: 'a-line skirt', length: skirts[length] } }),
  };
}
