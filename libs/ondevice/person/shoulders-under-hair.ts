import type { Size } from '../pixels/plane.ts';
import { type BodyFrame, isClose } from './body-frame.ts';
import { label } from './labels.ts';

/** Share of the picture in clothes, or in bare skin on the shoulders, from which hair does not hide them. */
const leastSeen = 0.005;
/** Where shoulders begin, in face widths beside and heights below the chin, and their slope. */
const shoulder = { beside: 0.45, below: 0.1, slope: 0.35 };

/**
 * Labels what lies on the shoulders as top, in place, where a close portrait shows neither clothes nor bare shoulders: hair of the
 * colour of the clothes went on into them.
 */
export function uncoverShoulders(labels: Uint8Array, frame: BodyFrame, size: Size): Uint8Array {
  if (!isClose(frame, size)) return labels;
  const { chin, width, height } = frame.head;
  const hidden: number[] = [];
  let seen = 0;
  for (let i = 0; i < labels.length; i++) {
    const x = i % size.width;
    const aside = Math.abs(x - chin[0]) / width;
    const y = (i - x) / size.width;
    const below =
      (y - chin[1]) / height -
      shoulder.below -
      (shoulder.slope * Math.max(0, aside - shoulder.beside) * width) / height;
    if (labels[i] === label.top || (labels[i] === label.skin && below > 0 && aside > 1.5 * shoulder.beside)) seen++;
    else if (labels[i] === label.hair && below > 0 && aside > shoulder.beside * 0.7) hidden.push(i);
  }
  if (seen < leastSeen * labels.length) for (const i of hidden) labels[i] = label.top;
  return labels;
}
