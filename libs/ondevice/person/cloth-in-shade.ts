import type { Plane, Size } from '../pixels/plane.ts';
import { median } from '../pixels/statistics.ts';
import { besideBorder } from './border.ts';
import { label } from './labels.ts';

/** Difference of lightness across the border, OKLab, from which it is an edge: shade begins gradually. */
const edge = 0.1;
/** Fewer places along the border tell nothing. */
const leastPlaces = 50;

/**
 * Whether a darker area of the top is the same cloth in shade, not a thing before it: its lightness changes gradually where it borders on
 * the rest of the top.
 *
 * @param own the area's pixels
 * @param isOwn whether a pixel is one of them
 */
export function isInShade(
  own: readonly number[],
  isOwn: (i: number) => boolean,
  { labels, lightness }: { labels: Uint8Array; lightness: Plane },
  size: Size,
): boolean {
  const away = besideBorder(size);
  const steps: number[] = [];
  for (const i of own)
    for (const towards of [1, -1, size.width, -size.width]) {
      if (isOwn(i + towards)) continue;
      const [inside, outside] = [i - towards * (away - 1), i + towards * away];
      if (labels[inside] === label.top && labels[outside] === label.top)
        steps.push(Math.abs(lightness[inside]! - lightness[outside]!));
    }
  return steps.length >= leastPlaces && median(steps) < edge;
}
