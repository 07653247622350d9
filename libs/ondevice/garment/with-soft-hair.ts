import { estimateForeground } from '../person/foreground.ts';
import { softHairEnds } from '../person/soft-hair-ends.ts';
import { hairBorder } from '../person/unseen-hair-border.ts';
import { type Rgb, times } from '../pixels/plane.ts';
import type { Subject } from './subject.ts';

/** The subject to be dressed: its hair ends softly where its border with the worn top is not seen. */
export function withSoftHair(subject: Subject): Subject {
  const { parsed, foreground, size } = subject;
  const ends = softHairEnds(parsed, hairBorder(subject), size);
  if (!ends) return subject;
  const hair = times(subject.protected.hair, ends);
  let hairColours: Rgb | undefined;
  return {
    ...{ size, foreground, parsed, matte: subject.matte, body: subject.body },
    protected: { ...subject.protected, hair },
    get shading() {
      return subject.shading;
    },
    get hairColours() {
      hairColours ??= estimateForeground(foreground, hair, size);
      return hairColours;
    },
  };
}
