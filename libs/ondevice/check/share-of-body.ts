import type { Dressed } from '../garment/dress-person.ts';
import type { Subject } from '../garment/subject.ts';
import { label } from '../person/labels.ts';
import { channelDifference } from '../pixels/plane.ts';

/** Difference of a channel, or of the opacity, at which a pixel was dressed. */
const dressedBy = 0.03;
/** One pixel of so many in each direction is enough. */
const step = 2;

/** Share of what is seen of a body, without head, hair and hands, that is clothed: in worn cloth, or in another colour than before. 0 if nothing is. */
export function shareOfBody(
  { size, matte, foreground, parsed: { labels }, protected: { head, hair, hands } }: Subject,
  dressed: Pick<Dressed, 'foreground' | 'matte'>,
): number {
  let [body, clothed] = [0, 0];
  for (let y = 0; y < size.height; y += step)
    for (let x = 0; x < size.width; x += step) {
      const i = y * size.width + x;
      if (Math.max(matte[i]!, dressed.matte[i]!) < 0.5 || Math.max(head[i]!, hair[i]!, hands[i]!) > 0.5) continue;
      body++;
      const worn = labels[i] === label.top || labels[i] === label.bottom;
      const alpha = Math.abs(matte[i]! - dressed.matte[i]!);
      if (worn || Math.max(alpha, channelDifference(foreground, i, dressed.foreground, i)) > dressedBy) clothed++;
    }
  return body === 0 ? 0 : clothed / body;
}
