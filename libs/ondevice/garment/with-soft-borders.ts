import { estimateForeground } from '../person/foreground.ts';
import { softHairEnds } from '../person/soft-hair-ends.ts';
import { hairBorder } from '../person/unseen-hair-border.ts';
import { type Rgb, times } from '../pixels/plane.ts';
import { softenSteps } from '../pixels/soften-steps.ts';
import type { Subject } from './subject.ts';

/**
 * The subject to be dressed: its outline has no steps, and its hair ends softly where its border with the worn top is not seen. Labels and what is
 * measured of the person are from before that, as beside a hard outline lies nothing of the person.
 */
export function withSoftBorders(subject: Subject): Subject {
  const { parsed, foreground, size } = subject;
  const ends = softHairEnds(parsed, hairBorder(subject), size);
  const hair = ends ? times(subject.protected.hair, ends) : subject.protected.hair;
  let hairColours: Rgb | undefined;
  return {
    ...{ size, foreground, parsed, matte: softenSteps(subject.matte, size), body: subject.body },
    protected: { ...subject.protected, hair },
    get shading() {
      return subject.shading;
    },
    get hairColours() {
      hairColours ??= ends ? estimateForeground(foreground, hair, size) : subject.hairColours;
      return hairColours;
    },
  };
}
