import { label } from '../person/labels.ts';
import type { Point } from '../pixels/points.ts';
import { clamp, mix, norm } from '../pixels/scalar.ts';
import { type Figure, pixelAt, reach } from './outline-of-body.ts';
import { both, type Pair, sign } from './side.ts';

/**
 * The neck: half the width that a neckline closes round, and the middle of its narrowest place with what the neck really measures to
 * both sides there; undefined where no neck is seen below the chin. `sides`: x of its two sides, also under a collar.
 */
export type Neck = { half: number; seen: { middle: Point; half: number } | undefined; sides: Pair<number> };

/** Distance of the nape, behind the middle of the neck on the shoulder line, in shoulder widths. */
export const fromNape = ({ sides }: Pick<Neck, 'sides'>, x: number, y: number): number =>
  norm(x - (sides[0] + sides[1]) / 2, y);

/**
 * Measures the neck: the narrowest of some rows between chin and shoulders, to where skin ends, its half width within 0.68..0.95 of
 * half the face's. Seen from the side it is not below the chin.
 */
export function measureNeck(figure: Figure, chin: Point, faceHalf: number): Neck {
  const { labels } = figure.subject.parsed;
  const cloth = (i: number) => labels[i] !== label.skin;
  const rows = [0.2, 0.3, 0.4, 0.5, 0.6].flatMap((share) => {
    const from: Point = [chin[0] * (1 - share), mix(chin[1], -0.1, share)];
    const i = pixelAt(figure, from);
    if (i === undefined || cloth(i)) return [];
    let hidden = false;
    const ends = (at: number) => {
      hidden ||= labels[at] === label.hair;
      return cloth(at);
    };
    const left = reach(figure, from, [-1, 0], 0.5, ends);
    const right = reach(figure, from, [1, 0], 0.5, ends);
    if (hidden) return [];
    return { half: (left + right) / 2, middle: [from[0] + (right - left) / 2, from[1]] as const };
  });
  const seen = rows.toSorted((a, b) => a.half - b.half)[0];
  const usual = 0.8 * faceHalf;
  const half = clamp(seen?.half ?? usual, 0.68 * faceHalf, 0.95 * faceHalf);
  return { half, seen, sides: neckSides(figure, chin, faceHalf, seen?.middle) };
}

/** Half a neck's width relative to half a face's. */
const usualHalf = 0.88;
/** What a side of a neck is away from its middle at least, in shoulder widths. */
const leastHalf = 0.1;

/**
 * x of the neck's sides: where the person ends beside its skin. A side that a collar or hair hides is as far from the other one as
 * necks of such faces are wide.
 */
function neckSides(figure: Figure, chin: Point, faceHalf: number, seen: Point | undefined): Pair<number> {
  const { labels } = figure.subject.parsed;
  const neck = { neck: { seen: seen && { middle: seen } }, chin };
  const [left, right] = both((side) => {
    const free = [0.1, 0.25, 0.4, 0.55, 0.7].flatMap((share) => {
      const y = mix(chin[1], -0.1, share);
      const from: Point = [neckAt(neck, y), y];
      let hidden = false;
      const most = 1.2 * faceHalf;
      const far = reach(figure, from, [sign(side), 0], most, (i) => {
        hidden ||= labels[i] !== label.skin;
        return hidden;
      });
      return hidden || far >= most ? [] : [sign(side) * from[0] + far];
    });
    return free.length > 0 ? sign(side) * Math.min(...free) : undefined;
  });
  const wide = 2 * usualHalf * faceHalf;
  const middle = neckAt(neck, mix(chin[1], -0.1, 0.5));
  const from = left ?? (right === undefined ? middle - wide / 2 : right - wide);
  const to = right ?? from + wide;
  return [Math.min(from, middle - leastHalf), Math.max(to, middle + leastHalf)];
}

/** x of the middle of a neck at a height: it leans from the spine to where it was measured. */
const middleOfNeck = (measured: Point, y: number): number =>
  measured[0] * clamp((0.05 - y) / (0.05 - measured[1]), 0, 1.4);

type LeaningNeck = { seen: { middle: Point } | undefined };

/** x of the middle of the neck at `y`: where it is not seen, half-way from the spine to the chin, as far as faces turn. */
export const neckAt = ({ neck, chin }: { neck: LeaningNeck; chin: Point }, y: number): number =>
  middleOfNeck(neck.seen?.middle ?? [clamp(chin[0] / 2, -0.08, 0.08), chin[1]], y);

/** How much wider a neck gets towards the shoulders, as a slope of either side. */
const flare = 0.5;

/** How far a place lies beside the neck, which stands on the spine and widens below its narrowest place; -1 where it is not known. */
export function besideNeck({ seen }: Neck, x: number, y: number): number {
  if (!seen) return -1;
  return Math.abs(x - middleOfNeck(seen.middle, y)) - seen.half - flare * clamp(y - seen.middle[1], 0, 0.3);
}
