import { type Region, square } from '../../models/crop.ts';
import type { Random } from './seeded-random.ts';

/** A region of a photograph, or its mirror image. */
export type View = { region: Region; mirrored: boolean };

/** Sides of nearer and farther regions in sides of the labelled one, from `least` by up to `more`. */
const nearer = { least: 0.62, more: 0.2 };
const farther = { least: 1.1, more: 0.3 };
/** How far a farther region is moved aside, in its sides. */
const aside = 0.1;

/** The views of a region that are learnt from: as it is, mirrored, nearer (within the region) and farther. */
export function viewsOf(region: Region, random: Random): View[] {
  const moved = (side: number, reach: number) =>
    square(region.x + (2 * random() - 1) * reach, region.y + (2 * random() - 1) * reach, side);
  const near = region.width * (nearer.least + nearer.more * random());
  const far = region.width * (farther.least + farther.more * random());
  return [
    { region, mirrored: false },
    { region, mirrored: true },
    { region: moved(near, (region.width - near) / 2), mirrored: false },
    { region: moved(far, far * aside), mirrored: false },
  ];
}
