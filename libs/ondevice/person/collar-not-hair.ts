import type { OklabPlanes } from '../pixels/colour.ts';
import { connectedComponents } from '../pixels/components.ts';
import type { Size } from '../pixels/plane.ts';
import { norm } from '../pixels/scalar.ts';
import { medianWhere } from '../pixels/statistics.ts';
import type { Head } from './head.ts';
import { label } from './labels.ts';

/** Chroma (OKLab) from which hair has a colour, and up to which a collar has none. */
const colour = { hair: 0.035, none: 0.022 } as const;
/** Up to which difference of lightness a collar is like the top. */
const alike = 0.12;
/** A collar's inside covers at most this share of the face's area: more is hair in shade. */
const largest = 0.08;
/** Over which height above the ears' middle hair is looked at that an area goes on from, in face heights. */
const band = 0.15;

/**
 * Labels as a top, in place, what is taken for hair beside the neck but has not the colour of the hair above: the inside of a black or grey
 * collar, dark as strands. Each area is judged as a whole; of hair without a colour nothing is known, nor of what goes on from such hair.
 */
export function collarNotHair(
  labels: Uint8Array,
  { lightness, a, b }: OklabPlanes,
  { head }: { head: Pick<Head, 'centre' | 'width' | 'height'> },
  size: Size,
): void {
  const line = head.centre[1];
  const isAbove = (i: number) => Math.floor(i / size.width) < line;
  const chroma = new Float32Array(a.length);
  for (let i = 0; i < chroma.length; i++) chroma[i] = norm(a[i]!, b[i]!);
  const isHair = (i: number) => labels[i] === label.hair;
  if (!(medianWhere(chroma, (i) => isHair(i) && isAbove(i)) > colour.hair)) return;
  const top = medianWhere(lightness, (i) => labels[i] === label.top);
  const areas = connectedComponents((i) => isHair(i) && !isAbove(i), size);
  const members = areas.sizes.map((): number[] => []);
  for (let i = 0; i < labels.length; i++) if (areas.labels[i]! > 0) members[areas.labels[i]!]!.push(i);
  const most = largest * head.width * head.height;
  for (const area of members) {
    const middle = (plane: ArrayLike<number>) => area.map((i) => plane[i]!).sort((p, q) => p - q)[area.length >> 1]!;
    if (area.length === 0 || area.length > most) continue;
    if (middle(chroma) > colour.none || Math.abs(middle(lightness) - top) > alike) continue;
    const columns = area.map((i) => i % size.width);
    const [left, right] = [columns.reduce((p, q) => Math.min(p, q)), columns.reduce((p, q) => Math.max(p, q))];
    const goesOn = (i: number) => {
      const y = Math.floor(i / size.width);
      return (
        isHair(i) && isAbove(i) && y > line - band * head.height && i % size.width >= left && i % size.width <= right
      );
    };
    const from = medianWhere(chroma, goesOn);
    if (from > 0 && from < colour.none) continue;
    for (const i of area) labels[i] = label.top;
  }
}
