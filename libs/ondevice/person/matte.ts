import type { RgbImage } from '@styling/imaging';
import { wholeImage } from '../models/crop.ts';
import type { Networks } from '../models/networks.ts';
import type { SeenParts } from '../parts/see-parts.ts';
import { outsideDistance } from '../pixels/inside-distance.ts';
import type { Plane } from '../pixels/plane.ts';
import { sigmoid, smoothstep } from '../pixels/scalar.ts';
import { type BegunOutline, beginOutline, maskSide, selfieMask } from './begin-outline.ts';
import { closerLooks } from './closer-looks.ts';
import { doubtfulBrim } from './doubtful-brim.ts';
import { fillHeadHoles } from './fill-head-holes.ts';
import type { Person } from './find-person.ts';
import { refineByLocalColours } from './local-colours.ts';
import { dropIslands, dropOthers, dropSlivers, dropSpecks } from './other-people.ts';
import { blend } from './seen-region.ts';
import { personOf } from './segment-classes.ts';
import { sharpenEdge } from './sharpen-edge.ts';

/**
 * How much of each pixel is the person, 0..1.
 *
 * MediaPipe's selfie segmentation runs on the whole frame and, where they are small in it, on the person and the head (each 256 x 256);
 * the classifier of parts corrects the result where it is sure, and the pose network's mask selects the right person. A guided filter then
 * finds the exact edge, and a curve sharpens it, steeply for cloth and softly for hair.
 */
export async function personMatte(networks: Networks, image: RgbImage, person: Person): Promise<Plane> {
  const begun = await beginOutline(networks, image);
  return matteFrom(await seeOutline(networks, image, begun, person.face), image, begun, person);
}

/** How likely each pixel is a person's, 0..1, told from the segmentation alone; the plane that was begun is written over. */
export async function seeOutline(
  networks: Networks,
  image: RgbImage,
  { belief }: BegunOutline,
  face: Person['face'],
): Promise<Plane> {
  const looks = closerLooks(belief, image, face);
  // The network runs on another thread, so that one look is cropped while the other is taken.
  const masks = await Promise.all(looks.map(({ region }) => selfieMask(networks, image, region)));
  for (const [k, { region, weight }] of looks.entries())
    blend(belief, image, { mask: masks[k]!, side: maskSide, region }, weight, 0.15);
  return belief;
}

/** The matte from {@link seeOutline}, whose plane is written over. */
export function matteFrom(belief: Plane, image: RgbImage, { rgb, followEdges }: BegunOutline, person: Person): Plane {
  const frame = wholeImage(image);
  if (person.classes) blend(belief, image, { mask: personOf(person.classes), side: 256, region: frame }, 0.5, 0);
  const { parts } = person;
  const told = parts && { mask: ownIn(parts), side: parts.side, region: parts.region };
  const another = parts?.another && { mask: parts.another.map(surelyAnother), side: parts.side, region: parts.region };
  if (told) blend(belief, image, told, trustInParts, 0.06);
  const posed = { mask: person.pose.mask.map(sigmoid), side: 256, region: person.pose.region };
  blend(belief, image, posed, 0.3, 0.06);
  if (person.face) doubtfulBrim(belief, image, person.face);
  const support = dropOthers(belief, image, { posed, told, another }, person.pose);
  const { belief: refined, alike } = refineByLocalColours(belief, image);
  dropIslands(refined, image, support);
  dropSlivers(refined, image);

  const matte = sharpenEdge(followEdges(refined), distanceFromSure(refined, image), alike, image, person);
  dropSpecks(matte, image);
  return person.face ? fillHeadHoles(matte, rgb, image, person.face.box) : matte;
}

/** How far it is certain that a pixel is not the person's but somebody else's. */
const surelyAnother = (belief: number): number => smoothstep(0.5, 0.9, belief);

/** How likely each pixel of what the classifiers saw is the person's. */
const ownIn = ({ ground, another }: SeenParts): Plane =>
  ground.map((none, i) => (1 - none) * (1 - surelyAnother(another?.[i] ?? 0)));

/**
 * Weight of the classifier of parts. Its 64 x 64 pixels are too coarse for outlines, but where it is sure it knows hats, hair and shoulders
 * better. It may be less sure of the ground: what it doubts beside the hair is mostly wall.
 */
const trustInParts = (person: number): number => 0.6 * (smoothstep(0.7, 1, person) + 1 - smoothstep(0.2, 0.5, person));

/** Belief from which a pixel certainly belongs to the person; objects held in the arms get about 0.7. */
const sure = 0.66;

/**
 * Distance in pixels to what is surely the person, notches up to 8% of the longer side closed (morphological closing):
 * between body and arm or a held thing the belief is low, yet nothing of the background shows.
 */
function distanceFromSure(belief: Plane, image: RgbImage): Plane {
  const reach = Math.max(image.width, image.height) * 0.04;
  const toSure = outsideDistance(belief, image, sure);
  return outsideDistance(outsideDistance(toSure, image, reach), image, reach);
}
