import type { Subject } from '../garment/subject.ts';
import { label } from '../person/labels.ts';
import type { Plane } from '../pixels/plane.ts';
import { norm } from '../pixels/scalar.ts';
import type { Measures } from './measures.ts';

/** How far the chin of a turned face is beside the spine at least, in shoulder widths. */
const leastTurned = 0.22;
/** How far round the chin its skin lies before a hood, in halves of the face's width. */
const roundChin = 0.5;

/** The skin round the chin of a turned face, 0 or 1: it lies before a hood's rim, and the head's outline ends above it. */
export function turnedJaw({ parsed, size }: Subject, { toBody, chin, faceHalf }: Measures): Plane {
  const mask = new Float32Array(parsed.labels.length);
  if (Math.abs(chin[0]) < leastTurned) return mask;
  for (let i = 0; i < mask.length; i++) {
    if (parsed.labels[i] !== label.skin) continue;
    const x = i % size.width;
    const [u, v] = toBody(x, (i - x) / size.width);
    if (norm(u - chin[0], v - chin[1]) < roundChin * faceHalf) mask[i] = 1;
  }
  return mask;
}
