import type { RgbImage } from '@styling/imaging';
import { boxBlur } from '../pixels/box-blur.ts';
import { connectedComponents } from '../pixels/components.ts';
import { maskWhere, type Plane } from '../pixels/plane.ts';
import { norm } from '../pixels/scalar.ts';
import { colourBins, colourBinsIn, evidenceFor, smoothHistogram } from './colour-histogram.ts';
import type { Face } from './find-face.ts';

/** Beliefs between which the networks are in doubt, from which a pixel is surely the person's, and up to which it is surely ground. */
const doubt = [0.1, 0.6] as const;
const surely = { person: 0.9, ground: 0.08 } as const;
/** How far round the face is looked, in its widths. */
const reach = 2;
/** Half the width of the thinnest brim, as a share of the face's: an outline is in doubt too. */
const thinnest = 0.04;
/** The smallest and the largest brim, in squared widths of the face: what is larger is ground. */
const [least, most] = [0.015, 0.5];
/** How much likelier its colours have to be the person's, as a mean natural logarithm. */
const clearly = Math.log(50);
/** What is believed of a brim. */
const found = 0.8;

/**
 * Takes what is in doubt beside a head and above its chin for the person's, in place, where it has the person's colours and hardly any of
 * those of the ground: the networks have seen few wide brims from the side.
 */
export function doubtfulBrim(belief: Plane, image: RgbImage, { box }: Pick<Face, 'box'>): void {
  const wide = box.right - box.left;
  const [middle, level] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const isNear = (i: number) => {
    const x = i % image.width;
    const y = (i - x) / image.width;
    return y < box.bottom && norm(x - middle, y - level) < reach * wide;
  };
  const inDoubt = maskWhere(belief.length, (i) => belief[i]! > doubt[0] && belief[i]! < doubt[1] && isNear(i));
  const radius = Math.max(1, Math.round(thinnest * wide));
  const wholly = boxBlur(inDoubt, image, radius);
  const core = maskWhere(belief.length, (i) => wholly[i]! > 0.99);
  if (!core.includes(1)) return;
  const round = boxBlur(core, image, Math.ceil(1.5 * radius));
  const areas = connectedComponents((i) => inDoubt[i] === 1 && round[i]! > 1e-6, image);
  const isWide = (area: number) =>
    area > 0 && areas.sizes[area]! >= least * wide * wide && areas.sizes[area]! <= most * wide * wide;
  if (!areas.sizes.some((_, area) => isWide(area))) return;
  const bins = colourBinsIn(image);
  const [person, ground] = [new Float32Array(colourBins), new Float32Array(colourBins)];
  for (let i = 0; i < belief.length; i++) {
    if (!isNear(i)) continue;
    if (belief[i]! > surely.person) person[bins[i]!]! += 1;
    else if (belief[i]! < surely.ground) ground[bins[i]!]! += 1;
  }
  smoothHistogram(person);
  smoothHistogram(ground);
  const evidence = evidenceFor(person, ground);
  const sums = areas.sizes.map(() => 0);
  for (let i = 0; i < belief.length; i++) sums[areas.labels[i]!]! += evidence[bins[i]!]!;
  const isBrim = areas.sizes.map((pixels, area) => isWide(area) && sums[area]! > clearly * pixels);
  for (let i = 0; i < belief.length; i++) if (isBrim[areas.labels[i]!]) belief[i] = Math.max(belief[i]!, found);
}
