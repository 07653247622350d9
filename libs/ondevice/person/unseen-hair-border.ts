import { channelDifference, type Plane, type Rgb } from '../pixels/plane.ts';
import { besideBorder, classifierSees, directions, seenEdge, touches } from './border.ts';
import { label } from './labels.ts';
import type { ParsedPerson } from './parse-person.ts';
import { type Labelled, patchesDiffer } from './patches-differ.ts';

/**
 * The border of the worn top with hair: 1 at all of its pixels, and at those where the photograph shows no edge, the patches on both sides
 * are alike, and the classifier of parts is not sure.
 */
export type HairBorder = { all: Plane; unseen: Plane };

/** Standard deviations of their colours from which strands are seen to end as they lie: more than for two things. */
const apart = 2.5;

/** Finds the {@link HairBorder}. `foreground`: the person's own colours, sRGB 0..1, compared on both sides. */
export function hairBorder(person: Labelled & { parsed: Pick<ParsedPerson, 'parts'>; foreground: Rgb }): HairBorder {
  const { parsed, foreground, size } = person;
  const { width, height } = size;
  const { labels, parts } = parsed;
  const [all, unseen] = [new Float32Array(labels.length), new Float32Array(labels.length)];
  const off = besideBorder(size);
  const isSure = classifierSees(parts, label.hair);
  const differs = patchesDiffer(person, apart);
  const isSeenTowards = (x: number, y: number, dx: number, dy: number) => {
    const i = y * width + x;
    const step = dx + dy * width;
    if (labels[i + step] !== label.hair) return false;
    return (
      channelDifference(foreground, i - step * (off - 1), foreground, i + step * off) >= seenEdge ||
      isSure(x, y, dx, dy) ||
      differs(x, y, dx, dy)
    );
  };
  // Not a part of the loop, which would make its variables anew for each pixel.
  const isSeen = (x: number, y: number) => directions.some(([dx, dy]) => isSeenTowards(x, y, dx, dy));
  for (let y = off; y + off < height; y++)
    for (let x = off; x + off < width; x++) {
      const i = y * width + x;
      if (labels[i] !== label.top || !touches(labels, i, width, label.hair)) continue;
      all[i] = 1;
      if (!isSeen(x, y)) unseen[i] = 1;
    }
  return { all, unseen };
}
