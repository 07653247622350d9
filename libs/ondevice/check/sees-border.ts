import type { Subject } from '../garment/subject.ts';
import { partAt } from '../parts/see-parts.ts';
import type { SeesBorder } from '../person/border.ts';
import { patchesDiffer } from '../person/patches-differ.ts';

/** Standard deviations of their colours from which patches on both sides are two things. */
const apart = 1;
/** How far the classifier's own border may be, in pixels of its grid, and by how much it has to believe in one part more than in the other. */
const near = 2;
const clearly = 0.2;

/**
 * Tells where hair really ends on the worn top, though no two pixels beside the border are an edge: the patches on both sides differ as
 * much as the strands within them, or the classifier of parts sees hair on one side and clothes on the other.
 */
export const seesHairEnd = (subject: Subject): SeesBorder => {
  const differs = patchesDiffer(subject, apart);
  const prefers = partsPrefer(subject);
  return (x, y, dx, dy) => prefers(x, y, dx, dy) || differs(x, y, dx, dy);
};

/** Sees a border between what the classifier of parts believes to be clothes and hair more than the other. */
function partsPrefer({ parsed: { parts } }: Subject): SeesBorder {
  if (!parts) return () => false;
  const { clothes, hair } = parts;
  const away = (near * parts.region.width) / parts.side;
  const preference = (x: number, y: number) => (partAt(parts, clothes, x, y) ?? 0) - (partAt(parts, hair, x, y) ?? 0);
  return (x, y, dx, dy) =>
    preference(x - dx * away, y - dy * away) > clearly && preference(x + dx * away, y + dy * away) < -clearly;
}
