import type { Subject } from '../garment/subject.ts';
import { label } from '../person/labels.ts';
import type { HeadWidth } from '../person/patches-differ.ts';
import { outsideDistance } from '../pixels/inside-distance.ts';
import { maskWhere, total } from '../pixels/plane.ts';

type SeenHands = Pick<Subject['parsed'], 'labels' | 'hands' | 'found'> & { frame: HeadWidth };

/** How far round a hand is looked, in widths of the head: not to its rim, but to beyond that. */
const around = [0.01, 0.1] as const;
/** A smaller area, in squared widths of the head, is the rim of a hand that is found. */
const leastArea = 0.15;
/** Share of skin in a hand and round it from which the one cannot be told from the other. */
const mostSkin = 0.6;

/**
 * Whether hands that are only supposed lie before bare skin, which does not show where they end: a garment on that skin would be painted on a
 * hand, or leave skin in the form of one.
 */
export function handOnSkin({ parsed, matte, size }: Pick<Subject, 'matte' | 'size'> & { parsed: SeenHands }): boolean {
  const { labels, hands, found, frame } = parsed;
  const supposed = maskWhere(labels.length, (i) => hands[i]! > 0.5 && found[i]! < 0.5);
  if (total(supposed) < leastArea * frame.head.width ** 2) return false;
  const [near, far] = around.map((share) => share * frame.head.width) as [number, number];
  const away = outsideDistance(supposed, size);
  const share = (isThere: (distance: number) => boolean): number => {
    let [skin, all] = [0, 0];
    for (let i = 0; i < labels.length; i++) {
      if (matte[i]! < 0.5 || found[i]! > 0.5 || !isThere(away[i]!)) continue;
      all++;
      if (labels[i] === label.skin) skin++;
    }
    return all === 0 ? 0 : skin / all;
  };
  return (
    share((distance) => distance === 0) > mostSkin && share((distance) => distance > near && distance < far) > mostSkin
  );
}
