import { label } from '../person/labels.ts';
import type { Point } from '../pixels/points.ts';
import { clamp, mix } from '../pixels/scalar.ts';
import { type Figure, pixelAt, reach } from './outline-of-body.ts';

/**
 * The neck: half the width that a neckline closes round, and the middle of its narrowest place with what the neck really measures to
 * both sides there; undefined where no neck is seen below the chin.
 */
export type Neck = { half: number; seen: { middle: Point; half: number } | undefined };

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
  return { half: clamp(seen?.half ?? usual, 0.68 * faceHalf, 0.95 * faceHalf), seen };
}

/** x of the middle of a neck at a height: it leans from the spine to where it was measured. */
const middleOfNeck = (measured: Point, y: number): number =>
  measured[0] * clamp((0.05 - y) / (0.05 - measured[1]), 0, 1.4);

/** x of the middle of the neck at `y`: where it is not seen, half-way from the spine to the chin, as far as faces turn. */
export const neckAt = ({ neck, chin }: { neck: Neck; chin: Point }, y: number): number =>
  middleOfNeck(neck.seen?.middle ?? [clamp(chin[0] / 2, -0.08, 0.08), chin[1]], y);

/** How much wider a neck gets towards the shoulders, as a slope of either side. */
const flare = 0.5;

/** How far a place lies beside the neck, which stands on the spine and widens below its narrowest place; -1 where it is not known. */
export function besideNeck({ seen }: Neck, x: number, y: number): number {
  if (!seen) return -1;
  return Math.abs(x - middleOfNeck(seen.middle, y)) - seen.half - flare * clamp(y - seen.middle[1], 0, 0.3);
}
