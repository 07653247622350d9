import { measureBody } from '../drawn/measures.ts';
import { frontSeen } from '../drawn/plausible-pose.ts';
import { shouldersBelow } from '../person/body-frame.ts';
import type { Subject } from './subject.ts';

/** Whether necklines and collars can be placed: not where the shoulders are below the picture, nor on somebody seen from the side. */
export const isNeckKnown = (subject: Subject): boolean =>
  !shouldersBelow(subject.parsed.frame, subject.size) && frontSeen(measureBody(subject));
