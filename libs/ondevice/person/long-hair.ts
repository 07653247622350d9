import { connectedComponents } from '../pixels/components.ts';
import type { Plane } from '../pixels/plane.ts';
import { known, randomWalk } from '../pixels/random-walk.ts';
import { grow, shrink } from '../pixels/resample.ts';
import { medianWhere } from '../pixels/statistics.ts';
import { placeOfBeard } from './beard.ts';
import type { BesideHair } from './beside-hair.ts';
import { clothBetweenStrands } from './between-strands.ts';
import { clothesLikeHair } from './clothes-like-hair.ts';
import { fallingHair } from './falling-hair.ts';
import { closeGaps } from './gaps-in-hair.ts';
import { label } from './labels.ts';
import { likelyHair } from './likely-hair.ts';
import { placesOfHair } from './places-of-hair.ts';
import { seedsOfHair } from './seeds-of-hair.ts';
import { labelStrands, rougher, roughness } from './strands.ts';
import { uncoverThroat } from './throat.ts';

/** The longer side of the copy in which hair is separated from what is below it: strands are finer, locks are not. */
const walkSide = 360;
/** Colours are learnt from the labels, then from what was found. */
const rounds = 2;
/** Minimum probability of a walk to end at the hair. */
const mostLikely = 0.6;
/** Posterior of clothes from which what shows between strands is cloth, too fine for the walk. */
const surelyCloth = 0.7;
/** Beside and above the eyes, what is not the face is hair or worn on it: down to where, in face heights, and how likely. */
const eyes = 0.05;
const atHead = 0.75;

/**
 * Follows hair down from the head: the prior covers the place of heads, not the length of their hair. Where hair falls past the jaw,
 * a random walk from each pixel decides whether it comes to the hair at the head or to what is surely none, over colours that are hair's
 * rather than those of clothes or skin; on the other sides hair ends above the collar.
 *
 * @param labels changed
 * @returns `labels`, or what they were before the walk if clothes may have been taken for hair
 */
export function followHair(labels: Uint8Array, person: BesideHair): Uint8Array {
  const { face, kept, oklab, skinLike, frame, size } = person;
  const rough = roughness(oklab.lightness, size);
  const even = medianWhere(rough, (i) => kept[i]! > 0.9);
  const isRough = (i: number) => even > 0 && rough[i]! > rougher * even;
  const falls = fallingHair(frame, labels, { ...person, isRough });
  const falling = falls.left || falls.right;
  const isBeard = placeOfBeard(face, oklab.lightness, frame.head, size);
  const mayBe = placesOfHair(person, falls, isBeard, isRough);
  for (const i of falls.seen) labels[i] = label.hair;
  for (let i = 0; i < labels.length; i++) if (labels[i] === label.hair && !mayBe(i)) labels[i] = noHair(skinLike[i]!);
  uncoverThroat(labels, skinLike, frame, size);
  if (falling) labelStrands(labels, oklab.lightness, kept, frame, size, mayBe);
  const factor = Math.max(1, Math.round(Math.max(size.width, size.height) / walkSide));
  const { centre, height, chin } = frame.head;
  const { inside, outside, barred } = seedsOfHair(labels, person, falls, mayBe, isBeard);
  const guide = [oklab.lightness, oklab.a, oklab.b].map((plane) => shrink(plane, size, factor).plane);
  const small = shrink(inside, size, factor);
  const [out, bars] = [outside, barred].map((plane) => shrink(plane, size, factor).plane) as [Plane, Plane];
  const seeds = Uint8Array.from(small.plane, (share, i) =>
    share > 0.5 ? known.inside : out[i]! > 0.5 ? known.outside : bars[i]! > 0.5 ? known.barred : known.nothing,
  );
  const isOpen = (i: number) => outside[i] === 0 && barred[i] === 0;
  const unfollowed = labels.slice();
  const cloth = clothBetweenStrands(labels, inside, rough, person);
  for (let round = 0; round < rounds; round++) {
    const likely = likelyHair(labels, rough, person);
    if (!likely) return labels;
    // Beside the eyes and above them there is nothing else but forehead and ears, whatever its colour in the light.
    for (let i = 0; i < labels.length && (i / size.width - centre[1]) / height < eyes; i++)
      if ((skinLike[i]! <= 0.5 && labels[i] !== label.skin) || isRough(i)) likely[i] = Math.max(likely[i]!, atHead);
    const walked = grow(
      { plane: randomWalk(guide, small.size, seeds, shrink(likely, size, factor).plane), size: small.size },
      size,
      factor,
    );
    const isHair = (i: number) => inside[i] === 1 || (isOpen(i) && walked[i]! > mostLikely && cloth[i]! < surelyCloth);
    relabel(labels, isHair, inside, isOpen, person);
    if (falling) closeGaps(labels, (i) => isOpen(i) && cloth[i]! < surelyCloth, kept, size);
  }
  const isFollowed = (i: number) => inside[i] === 0 && i / size.width > chin[1];
  // If it is hair after all, it is cut, and the check refuses the picture.
  return clothesLikeHair(labels, person.bins, isFollowed) ? unfollowed : labels;
}

/** What a pixel shows that is no hair. */
const noHair = (skinLike: number) => (skinLike > 0.5 ? label.skin : label.top);

/** Labels as hair, in place, what goes on from what surely is hair (`inside`); what then is none is skin or cloth. */
function relabel(
  labels: Uint8Array,
  isHair: (i: number) => boolean,
  inside: Plane,
  isOpen: (i: number) => boolean,
  { skinLike, size }: BesideHair,
): void {
  const areas = connectedComponents(isHair, size);
  const goesOn = areas.sizes.map(() => false);
  for (let i = 0; i < labels.length; i++) if (inside[i] === 1) goesOn[areas.labels[i]!] = true;
  for (let i = 0; i < labels.length; i++) {
    const area = areas.labels[i]!;
    if (area > 0 && goesOn[area] && labels[i] !== label.background) labels[i] = label.hair;
    else if (labels[i] === label.hair && isOpen(i)) labels[i] = noHair(skinLike[i]!);
  }
}
