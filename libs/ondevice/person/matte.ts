import type { RgbImage } from '@styling/imaging';
import { wholeImage } from '../models/crop.ts';
import type { Networks } from '../models/networks.ts';
import { partsOver, type SeenParts } from '../parts/see-parts.ts';
import { gaussianBlur } from '../pixels/box-blur.ts';
import { outsideDistance } from '../pixels/inside-distance.ts';
import type { Plane } from '../pixels/plane.ts';
import { mix, sigmoid, smoothstep } from '../pixels/scalar.ts';
import { type BegunOutline, beginOutline, maskSide, selfieMask } from './begin-outline.ts';
import { closerLooks } from './closer-looks.ts';
import { doubtfulBrim } from './doubtful-brim.ts';
import { fillHeadHoles } from './fill-head-holes.ts';
import type { Person } from './find-person.ts';
import { refineByLocalColours } from './local-colours.ts';
import { dropIslands, dropOthers, dropSlivers, dropSpecks } from './other-people.ts';
import { blend } from './seen-region.ts';
import { personOf } from './segment-classes.ts';

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

/** Belief in cloth or skin from which an edge is firm: at an outline half of a pixel is ground. */
const firmFrom = [0.2, 0.4] as const;
/** How widely a firm edge is smoothed where the colours are alike, as a share of the longer side: more than the grain of knitted cloth. */
const evenFirm = 1 / 90;
/** The same for hair, which then ends softly, and its share there: from nothing up to it between these two likenesses. */
const evenHair = { sigma: 1 / 140, most: 0.9, likeness: [0.15, 0.5] } as const;
/** Up to which share other edges of a head are smoothed, over hardly a pixel. */
const evenHead = 0.6;

/**
 * The guided filter leaves half-transparent skirts: cloth has a hard, smooth edge close to what is surely the person,
 * hair keeps its softness. Strands are only visible before a ground of other colours. Where the colours are `alike`, apparent strands are noise:
 * there the outline is smoothed and slightly narrowed, and hair fades out as if it were out of focus. Cloth and, below the face, skin are firm:
 * neither soft beside the head nor frayed where the colours are alike.
 */
function sharpenEdge(
  matte: Plane,
  fromSure: Plane,
  alike: Plane,
  image: RgbImage,
  { face, parts }: Pick<Person, 'face' | 'parts'>,
): Plane {
  const { left, right, top, bottom } = face?.box ?? { left: 0, right: 1, top: 0, bottom: 1 };
  const x = (left + right) / 2;
  const y = (top + bottom) / 2 - 0.2 * (bottom - top);
  const reach = (right - left) * 1.5;
  const long = Math.max(image.width, image.height);
  const even = gaussianBlur(matte, image, Math.max(1, long / 300));
  const smooth = gaussianBlur(matte, image, Math.max(1, long * evenFirm));
  const feathered = gaussianBlur(matte, image, Math.max(1, long * evenHair.sigma));
  const told = parts && partsOver(parts, image);
  const out = new Float32Array(matte.length);
  for (let i = 0; i < out.length; i++) {
    if (even[i] === 0 && matte[i] === 0) continue;
    // Well inside, which most of a person is, nothing below changes anything.
    if (matte[i] === 1 && even[i] === 1 && smooth[i] === 1 && feathered[i] === 1 && fromSure[i] === 0) {
      out[i] = 1;
      continue;
    }
    const column = i % image.width;
    const row = Math.floor(i / image.width);
    const dx = column - x;
    const dy = row - y;
    const covered = told?.covers(column, row) ?? false;
    const clothes = covered ? told!.value(parts!.clothes, column, row) : 0;
    const skin = covered ? told!.value(parts!.skin, column, row) : 0;
    const firm = smoothstep(firmFrom[0], firmFrom[1], clothes + (row > bottom ? skin : 0));
    const soft = face ? (1 - smoothstep(0.8, 1.4, Math.sqrt(dx * dx + dy * dy) / reach)) * (1 - firm) : 0;
    const near = 1 - smoothstep((0.004 + 0.004 * soft) * long, (0.012 + 0.008 * soft) * long, fromSure[i]!);
    const noisy = smoothstep(0.1, 0.35, alike[i]!);
    const edge = smoothstep(0.4, 0.68, mix(even[i]!, smooth[i]!, noisy * firm) * near);
    const strands = covered ? hairiness(told!.value(parts!.hair, column, row), skin + clothes) : 1;
    const fading = evenHair.most * smoothstep(evenHair.likeness[0], evenHair.likeness[1], alike[i]!);
    const blurred = mix(evenHead * noisy, fading, strands);
    const outside = smoothstep(0, 0.004 * long, fromSure[i]!);
    const own = mix(matte[i]!, mix(even[i]!, feathered[i]!, strands), blurred);
    out[i] = edge + soft * (smoothstep(0.3 + 0.4 * blurred * outside, 0.92, own) * near - edge);
  }
  return out;
}

/** How far what is seen of the person is hair rather than the `rest`, 0..1; beliefs 0..1. */
const hairiness = (hair: number, rest: number): number => smoothstep(0.4, 0.7, (hair + 1e-3) / (hair + rest + 1e-3));
