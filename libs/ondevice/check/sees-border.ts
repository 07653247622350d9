import type { Subject } from '../garment/subject.ts';
import { partAt } from '../parts/see-parts.ts';
import { label } from '../person/labels.ts';
import type { OklabPlanes } from '../pixels/colour.ts';

/** Whether a border is seen at a pixel of the worn top, which ends towards `dx`, `dy`. */
export type SeesBorder = (x: number, y: number, dx: number, dy: number) => boolean;

/** Half the side of the patches that are compared, in widths of the head: strands and stitches are finer. */
const patch = 0.08;
/** Distance of the patches' mean colours in standard deviations from which they are two things. */
const apart = 1;
/** Noise of a photograph: a variance in OKLab below which nothing is told apart. */
const noise = 1e-3;
/** Fewer pixels have no mean. */
const leastKnown = 6;
/** How far the classifier's own border may be, in pixels of its grid, and by how much it has to believe in one part more than in the other. */
const near = 2;
const clearly = 0.2;

/**
 * Tells where hair really ends on the worn top, though no two pixels beside the border are an edge: the patches on both sides differ as
 * much as the strands within them, or the classifier of parts sees hair on one side and clothes on the other.
 */
export const seesHairEnd = (subject: Subject): SeesBorder => {
  const differs = patchesDiffer(subject);
  const told = toldByParts(subject);
  return (x, y, dx, dy) => told(x, y, dx, dy) || differs(x, y, dx, dy);
};

function toldByParts({ parsed: { parts } }: Subject): SeesBorder {
  if (!parts) return () => false;
  const { clothes, hair } = parts;
  const away = (near * parts.region.width) / parts.side;
  const preference = (x: number, y: number) => (partAt(parts, clothes, x, y) ?? 0) - (partAt(parts, hair, x, y) ?? 0);
  return (x, y, dx, dy) =>
    preference(x - dx * away, y - dy * away) > clearly && preference(x + dx * away, y + dy * away) < -clearly;
}

function patchesDiffer(subject: Subject): SeesBorder {
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

/** Mean and variance of lightness and of both colour axes, of what carries a label in the square round a pixel; of some of its pixels, as they are alike. */
function patchOf(
  { parsed: { labels, oklab }, matte, size: { width, height } }: Subject,
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
