import type { SeenParts } from '../parts/see-parts.ts';
import { connectedComponents } from '../pixels/components.ts';
import type { Plane, Size } from '../pixels/plane.ts';
import type { Evidence } from './body-evidence.ts';
import { label } from './labels.ts';
import { segmentsOf } from './limb-segments.ts';
import { onLimbs } from './on-limbs.ts';
import { toldHair } from './told-hair.ts';

/** Share of an area below the mouth that the classifier of parts must take for hair: a lock that comes from behind a turned head. */
const leastLock = 0.6;

/**
 * Relabels specks with the next best label, in place: hair must start at the head, above the mouth or, as the classifier of parts sees it, above
 * the chin; skin and garments have a minimum size. Beliefs in a refused label are cleared.
 */
export function tidyLabels(
  labels: Uint8Array,
  beliefs: readonly Plane[],
  { frame, size, face, hands, limbs }: Pick<Evidence, 'frame' | 'size' | 'face' | 'hands' | 'limbs'>,
  parts?: SeenParts,
): Uint8Array {
  const total = labels.length;
  const mouthLine = frame.head.centre[1] + frame.head.height * 0.22;
  const collarLine = frame.neck[1] - frame.torsoLength * 0.2;
  const sort = (which: number, keep: (area: Area) => boolean) =>
    relabel(labels, beliefs, size, collarLine, which, keep);
  const isLock = (index: number) => isToldHair(labels, index, parts, size);
  const startsAtHead = ({ first, top }: Area) => top < mouthLine || (top < frame.head.chin[1] && isLock(first));
  sort(label.hair, (area) => area.pixels > total * 2e-4 && startsAtHead(area));
  const onBareLimb = (i: number) => onLimbs(limbs, i % size.width, Math.floor(i / size.width)).bare > 0.5;
  const isSkin = (i: number) => face[i]! > 0.5 || hands[i]! > 0.5 || onBareLimb(i);
  const bare = largeOrTouching(labels, size, total * 0.015, isSkin);
  sort(label.skin, ({ pixels, first }) => pixels > total * 1.2e-3 && bare(first));
  // No garment begins above the neck, but in a raised arm's sleeve: what is dark there is a brim or hair.
  const armRaised = segmentsOf(frame).raised.length > 0;
  const hangs = ({ bottom }: Area) => armRaised || bottom >= collarLine;
  sort(label.top, (area) => area.pixels > Math.max(area.largest * 0.04, total * 4e-4) && hangs(area));
  sort(label.bottom, ({ pixels, largest }) => pixels > Math.max(largest * 0.04, total * 4e-3));
  sort(label.shoes, ({ pixels, largest }) => pixels > Math.max(largest * 0.15, total * 4e-4));
  return labels;
}

/** Whether the classifier of parts takes most of the area of hair at an index for hair. */
function isToldHair(labels: Uint8Array, index: number, parts: SeenParts | undefined, size: Size): boolean {
  const told = toldHair(parts, size);
  const areas = connectedComponents((i) => labels[i] === label.hair, size);
  const area = areas.labels[index]!;
  let seen = 0;
  for (let i = 0; i < labels.length; i++) if (areas.labels[i] === area && (told(i) ?? -1) > 0) seen++;
  return seen > leastLock * areas.sizes[area]!;
}

/** Prints and straps in skin colour are small islands on the clothes; real skin is large, goes on to face or hands, or is that of a bare limb. */
function largeOrTouching(
  labels: Uint8Array,
  size: Size,
  least: number,
  anchor: (index: number) => boolean,
): (index: number) => boolean {
  const areas = connectedComponents((i) => labels[i] === label.skin, size);
  const anchored = areas.sizes.map((pixels) => pixels > least);
  for (let i = 0; i < labels.length; i++) {
    const area = areas.labels[i]!;
    if (area > 0 && !anchored[area] && anchor(i)) anchored[area] = true;
  }
  return (index) => anchored[areas.labels[index]!] ?? false;
}

const headLabels: readonly number[] = [label.hair, label.skin];
const bodyLabels: readonly number[] = [label.skin, label.top, label.bottom, label.shoes];

/** An area: its size and that of the label's largest one in pixels, its first index, its top and bottom row. */
type Area = { pixels: number; largest: number; first: number; top: number; bottom: number };

function relabel(
  labels: Uint8Array,
  beliefs: readonly Plane[],
  size: Size,
  collarLine: number,
  which: number,
  keep: (area: Area) => boolean,
): void {
  // A portrait has no shoes, most have no bottom.
  if (!labels.includes(which)) return;
  const areas = connectedComponents((i) => labels[i] === which, size);
  const largest = Math.max(...areas.sizes);
  const firsts = areas.sizes.map(() => -1);
  const lasts = areas.sizes.map(() => -1);
  for (let i = 0; i < labels.length; i++) {
    const area = areas.labels[i]!;
    if (area === 0) continue;
    if (firsts[area]! < 0) firsts[area] = i;
    lasts[area] = i;
  }
  const row = (i: number) => Math.floor(i / size.width);
  // What lies wholly above the collar belongs to the head; anything else is no hair.
  const candidates = areas.sizes.map((pixels, k): readonly number[] | undefined => {
    const area = { pixels, largest, first: firsts[k]!, top: row(firsts[k]!), bottom: row(lasts[k]!) };
    if (k === 0 || keep(area)) return undefined;
    return (area.bottom < collarLine ? headLabels : bodyLabels).filter((other) => other !== which);
  });
  if (candidates.every((others) => others === undefined)) return;
  for (let i = 0; i < labels.length; i++) {
    const others = candidates[areas.labels[i]!];
    if (!others) continue;
    let best: number = label.background;
    let most = -1;
    for (const other of others) {
      const value = beliefs[other]![i]!;
      if (value <= most) continue;
      best = other;
      most = value;
    }
    if (most < 0) continue;
    labels[i] = best;
    beliefs[which]![i] = 0;
  }
}
