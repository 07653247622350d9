import { decodeRgb, type RgbImage } from '@styling/imaging';
import { ServiceError } from '@styling/service/errors.ts';
import { readSubject } from '../garment/subject.ts';
import type { Networks } from '../models/networks.ts';
import type { Detection } from '../models/ssd.ts';
import { showsFace } from '../person/find-face.ts';
import { findMainPerson } from '../person/find-person.ts';
import { findPeople } from '../person/find-pose.ts';
import { cutFlatGarment } from '../reference/flat-garment.ts';
import { type AnalysedItem, describeItem } from './describe-item.ts';
import { flatKind } from './flat-kind.ts';
import { measureOutfit } from './measure-outfit.ts';
import { readColours, type SeenGarment } from './seen-garment.ts';

/** A picture of an outfit as bytes of an image file; errors name `field`. */
export type OutfitPicture = { image: Uint8Array; field: string };

/** The items of an outfit, and the version of the rules. */
export type OutfitAnalysis = { items: AnalysedItem[]; model: string };

/** Incremented when answers change visibly. */
const model = 'ondevice-17';
const maxSide = 1024;

/**
 * Identifies the clothes in a picture: those worn by a person (of several, the largest), or one garment on a plain
 * background. Only visible clothes become items. Deterministic.
 *
 * @throws ServiceError `no_outfit`, and what decoding throws
 */
export async function analyseOutfit(networks: Networks, { image, field }: OutfitPicture): Promise<OutfitAnalysis> {
  const picture = await decodeRgb(image, { field, maxSide });
  const garments = await findGarments(networks, picture);
  if (garments.length === 0) throw new ServiceError('no_outfit', { field });
  return { items: garments.map(describeItem), model };
}

async function findGarments(networks: Networks, picture: RgbImage): Promise<SeenGarment[]> {
  const flat = cutFlatGarment(picture);
  const people = await findPeople(networks, picture);
  const view = people.length > 1 ? viewOf(largest(people), picture) : picture;
  const wearer = await findMainPerson(networks, view);
  // The pose network mistakes flat garments for bodies: on a plain background only a face proves a person.
  if (wearer && (wearer.face || !flat)) return measureOutfit(view, readSubject(view, wearer));
  if (!flat || (await showsFace(networks, picture))) return [];
  const colours = readColours(picture, flat);
  return colours ? [{ ...flatKind(flat, picture), colours }] : [];
}

/** Half the height of a body, about: the radius of the circle round it. */
const radiusOf = ({ points: [centre, rim] }: Detection): number =>
  Math.hypot(rim![0] - centre![0], rim![1] - centre![1]);

const largest = (people: readonly Detection[]): Detection =>
  people.reduce((most, one) => (radiusOf(one) > radiusOf(most) ? one : most));

/** The part of the image that holds a body, upright. */
function viewOf(body: Detection, { width, height, data }: RgbImage): RgbImage {
  const [x, y] = body.points[0]!;
  const radius = radiusOf(body);
  const left = Math.max(0, Math.floor(x - radius * 0.8));
  const right = Math.min(width, Math.ceil(x + radius * 0.8));
  const top = Math.max(0, Math.floor(y - radius * 1.25));
  const bottom = Math.min(height, Math.ceil(y + radius * 1.25));
  const view = { width: right - left, height: bottom - top };
  if (view.width < 64 || view.height < 64) return { width, height, data };
  const pixels = new Uint8Array(view.width * view.height * 3);
  for (let row = 0; row < view.height; row++) {
    const from = ((top + row) * width + left) * 3;
    pixels.set(data.subarray(from, from + view.width * 3), row * view.width * 3);
  }
  return { ...view, data: pixels };
}
