import { decodeRgb, type RgbImage } from '@styling/imaging';
import { ServiceError } from '@styling/service/errors.ts';
import type { Networks } from '../models/networks.ts';
import { showsFace } from '../person/find-face.ts';
import { cutFlatGarment } from '../reference/flat-garment.ts';
import { type AnalysedItem, describeItem } from './describe-item.ts';
import { findWearer, readWearer } from './find-wearer.ts';
import { flatKind } from './flat-kind.ts';
import { readColours } from './garment-colours.ts';
import { measureOutfit } from './measure-outfit.ts';
import type { SeenGarment } from './seen-garment.ts';

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
  const wearer = await findWearer(networks, picture);
  // The pose network mistakes flat garments for bodies: on a plain background only a face proves a person.
  if (wearer && (wearer.person.face || !flat)) return measureOutfit(wearer.image, readWearer(wearer));
  if (!flat || (await showsFace(networks, picture))) return [];
  const colours = readColours(picture, flat);
  return colours ? [{ ...flatKind(flat, picture), colours }] : [];
}
