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
  for (let i = 0; i < labels.length; i++) {
    const area = areas.labels[i]!;
    if (area === 0) continue;
    const edge = rim[area]!;
    if (kept[i]! > 0.5) edge.kept = true;
    const x = i % width;
    for (const step of [x > 0 ? -1 : 0, x + 1 < width ? 1 : 0, -width, width]) {
      const beside = labels[i + step];
      if (step === 0 || beside === undefined || areas.labels[i + step] === area) continue;
      if (beside === label.hair) edge.hair++;
      else if (beside !== label.background) edge.other++;
    }
  }
  const given = rim.map(
    ({ hair, other, kept: anchored }, area) =>
      area > 0 && !anchored && areas.sizes[area]! < most * labels.length && hair > times * other,
  );
  for (let i = 0; i < labels.length; i++) if (given[areas.labels[i]!]) labels[i] = label.hair;
}
