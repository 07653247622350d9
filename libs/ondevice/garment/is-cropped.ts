import { acrossTorso, isClose } from '../person/body-frame.ts';
import { label } from '../person/labels.ts';
import type { Point } from '../pixels/points.ts';
import type { Subject } from './subject.ts';

/** Minimum share of the picture that shows the top: the outline of less is unreliable. */
const leastTop = 0.03;
/** Where shoulders are, beside any neck, in u. */
const besideNeck = 0.3;
/** How much bare skin may lie there, as a share of cloth and skin: more is a strapless or a sleeveless top, whose outline says little. */
const mostBare = 0.2;
/** How far to both sides of its lowest place a neckline is looked at, and how much higher a round one is there on one side and on the other. */
const aside = 0.1;
const mostRise = [0.06, 0.15] as const;

/**
 * Whether a top with a round neckline leaves the picture on covered shoulders, as in close portraits: where its sleeves and its hem end is not
 * seen, nor will it be of a new one, so that the worn outline fits both. An open collar or a V would be seen below the new cloth.
 */
export function isCropped(subject: Subject): boolean {
  const {
    parsed: { frame, labels },
    matte,
    size,
  } = subject;
  if (!isClose(frame, size)) return false;
  let [top, cloth, bare] = [0, 0, 0];
  for (let i = 0; i < labels.length; i++) {
    if (labels[i] !== label.top && labels[i] !== label.skin) continue;
    if (labels[i] === label.top) top++;
    const x = i % size.width;
    const y = (i - x) / size.width;
    if (y < frame.head.chin[1] || matte[i]! < 0.9 || Math.abs(acrossTorso(frame, x, y)) < besideNeck) continue;
    if (labels[i] === label.top) cloth++;
    else bare++;
  }
  return top > leastTop * labels.length && bare < mostBare * (cloth + bare) && hasRoundNeck(subject);
}

/** Whether the top begins below the face in a round line, not in an open collar or a V; not if it does not begin there. */
function hasRoundNeck({ parsed: { frame, labels, face }, size }: Subject): boolean {
  const { head, down, right, shoulderWidth } = frame;
  /** How far below the chin the top begins, `u` beside it. */
  const begins = (u: number): number | undefined => {
    const from: Point = [head.chin[0] + right[0] * u * shoulderWidth, head.chin[1] + right[1] * u * shoulderWidth];
    for (let along = -0.3 * head.height; ; along++) {
      const [x, y] = [Math.round(from[0] + down[0] * along), Math.round(from[1] + down[1] * along)];
      if (x < 0 || x >= size.width || y < 0 || y >= size.height) return undefined;
      const i = y * size.width + x;
      if (labels[i] === label.top && face[i]! < 0.5) return along / shoulderWidth;
    }
  };
  const places = Array.from({ length: 21 }, (_, k) => ({ u: (k - 10) / 100, y: begins((k - 10) / 100) }));
  if (places.some(({ y }) => y === undefined)) return false;
  const lowest = places.reduce((one, other) => (other.y! > one.y! ? other : one));
  const rises = [-aside, aside].map((by) => lowest.y! - (begins(lowest.u + by) ?? Number.NEGATIVE_INFINITY));
  return Math.min(...rises) < mostRise[0] && Math.max(...rises) < mostRise[1];
}
