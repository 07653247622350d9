import type { OklabPlanes } from '../pixels/colour.ts';
import type { Plane, Size } from '../pixels/plane.ts';
import type { SeesBorder } from './border.ts';
import type { Head } from './head.ts';
import { label } from './labels.ts';
import type { ParsedPerson } from './parse-person.ts';

/** Half the side of the patches that are compared, in widths of the head: strands and stitches are finer. */
const patch = 0.08;
/** Noise of a photograph: a variance in OKLab below which nothing is told apart. */
const noise = 1e-3;
/** Fewer pixels have no mean. */
const leastKnown = 6;

/** What the patches are taken from; `matte`: how much of each pixel is the person, 0..1. */
export type Labelled = {
  parsed: Pick<ParsedPerson, 'labels' | 'oklab'> & { frame: HeadWidth };
  matte: Plane;
  size: Size;
};

/** The unit of lengths beside a head, in pixels. */
export type HeadWidth = { head: Pick<Head, 'width'> };

/** Sees the border of the top with hair where they differ in colour by `apart` standard deviations of those. */
export function patchesDiffer(subject: Labelled, apart: number): SeesBorder {
  const radius = Math.max(2, Math.round(patch * subject.parsed.frame.head.width));
  const [cloth, hair] = [patchOf(subject, label.top, radius), patchOf(subject, label.hair, radius)];
  return (x, y, dx, dy) => {
    const inside = cloth(x - dx * radius, y - dy * radius);
    const outside = hair(x + dx * (radius + 1), y + dy * (radius + 1));
    if (!inside || !outside) return false;
    const distances = inside.map(({ mean, variance }, c) => {
      const other = outside[c]!;
      return (mean - other.mean) / Math.sqrt((variance + other.variance) / 2 + noise);
    });
    return Math.hypot(...distances) > apart;
  };
}

type Spread = { mean: number; variance: number };

/**
 * Mean and variance of lightness and of both colour axes, of what carries a label in the square round a pixel; of some of its pixels, as
 * they are alike.
 */
function patchOf(
  { parsed: { labels, oklab }, matte, size: { width, height } }: Labelled,
  which: number,
  radius: number,
): (x: number, y: number) => Spread[] | undefined {
  const step = Math.max(1, Math.floor(radius / 4));
  return (centreX, centreY) => {
    const known: number[] = [];
    for (let y = Math.max(0, centreY - radius); y <= Math.min(height - 1, centreY + radius); y += step)
      for (let x = Math.max(0, centreX - radius); x <= Math.min(width - 1, centreX + radius); x += step) {
        const i = y * width + x;
        if (labels[i] === which && matte[i]! > 0.8) known.push(i);
      }
    if (known.length < leastKnown) return undefined;
    return channels(oklab).map((at) => spreadOf(known.map(at)));
  };
}

/** Colour differs less than lightness: it counts twice. */
const channels = ({ lightness, a, b }: OklabPlanes): ((i: number) => number)[] => [
  (i) => lightness[i]!,
  (i) => 2 * a[i]!,
  (i) => 2 * b[i]!,
];

function spreadOf(values: readonly number[]): Spread {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return { mean, variance: values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length };
}
