import { connectedComponents } from '../pixels/components.ts';
import type { Plane, Size } from '../pixels/plane.ts';
import { label } from './labels.ts';

/** Larger areas than this share of the picture are no gap between strands. */
const most = 0.006;
/** How much more of a gap's rim is hair than anything else of the person. */
const times = 2;

/**
 * Gives small areas to the hair, in place, whose rim is mostly hair: lights and shadows between strands.
 *
 * @param mayBe whether a pixel that has not the label of hair may be hair
 * @param kept > 0.5 on the face, hands and bare limbs: what has a part of them is no gap
 */
export function closeGaps(labels: Uint8Array, mayBe: (i: number) => boolean, kept: Plane, size: Size): void {
  const { width } = size;
  const isGap = (i: number) => (labels[i] === label.skin || labels[i] === label.top) && mayBe(i);
  const areas = connectedComponents(isGap, size);
  const rim = areas.sizes.map(() => ({ hair: 0, other: 0, kept: false }));
  const isSmall = areas.sizes.map((pixels, area) => area > 0 && pixels < most * labels.length);
  const look = (from: number, j: number) => {
    const area = areas.labels[from]!;
    if (areas.labels[j] === area) return;
    if (labels[j] === label.hair) rim[area]!.hair++;
    else if (labels[j] !== label.background) rim[area]!.other++;
  };
  for (let i = 0; i < labels.length; i++) {
    const area = areas.labels[i]!;
    if (!isSmall[area]) continue;
    if (kept[i]! > 0.5) rim[area]!.kept = true;
    const x = i % width;
    if (x > 0) look(i, i - 1);
    if (x + 1 < width) look(i, i + 1);
    if (i >= width) look(i, i - width);
    if (i + width < labels.length) look(i, i + width);
  }
  const given = rim.map(({ hair, other, kept: anchored }, area) => isSmall[area] && !anchored && hair > times * other);
  for (let i = 0; i < labels.length; i++) if (given[areas.labels[i]!]) labels[i] = label.hair;
}
