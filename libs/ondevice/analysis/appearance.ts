import { decodeRgb, type RgbImage } from '@styling/imaging';
import { ServiceError } from '@styling/service/errors.ts';
import { readSubject, type Subject } from '../garment/subject.ts';
import type { Networks } from '../models/networks.ts';
import { checkOnePerson, findOnePerson } from '../person/find-person.ts';
import { whyUnseen } from '../person/gate.ts';
import { measureOutfit } from './measure-outfit.ts';
import {
  type Contrast,
  classifyContrast,
  classifyHair,
  classifySkin,
  type HairColour,
  measureHair,
  measureSkin,
  type Skin,
} from './skin-and-hair.ts';

/** What is worn on the legs; `unknown` if it is not in the picture. */
export type WornOnLegs = 'dress' | 'skirt' | 'trousers' | 'unknown';

/**
 * A person's colouring and kind of clothes as seen in a photograph, and so affected by its light. Used only to choose
 * matching colours and outfits.
 */
export type Appearance = {
  /** Null if no face is turned to the camera. */
  skin: Skin | null;
  hair: HairColour;
  contrast: Contrast;
  wears: WornOnLegs;
};

/** The request field of selfies, which errors name. */
const field = 'selfie_base64';
/** In pixels. The networks use at most 256 pixels a side; a smaller picture is decoded faster. */
const maxSide = 768;

/**
 * Measures a person's colouring from a selfie (bytes of an image file).
 *
 * @throws ServiceError `no_person`, `several_people`, `shoulders_not_visible`, `pose_not_supported`, and what decoding throws; the field is
 * `selfie_base64`
 */
export async function readAppearance(networks: Networks, selfie: Uint8Array): Promise<Appearance> {
  const image = await decodeRgb(selfie, { field, maxSide });
  const subject = readSubject(image, await findOnePerson(networks, image, field));
  const refusal = whyUnseen(subject);
  if (refusal) throw new ServiceError(refusal.code, { field, details: refusal.details });
  const [skin, hair] = [measureSkin(image, subject), measureHair(image, subject)];
  return {
    skin: skin ? classifySkin(skin) : null,
    hair: hair ? classifyHair(hair) : 'unknown',
    contrast: classifyContrast(skin, hair),
    wears: wornOnLegs(image, subject),
  };
}

function wornOnLegs(image: RgbImage, subject: Subject): WornOnLegs {
  const seen = measureOutfit(image, subject).find(({ category }) => category === 'dress' || category === 'bottom');
  if (!seen) return 'unknown';
  if (seen.category === 'dress') return 'dress';
  return seen.kind === 'skirt' ? 'skirt' : 'trousers';
}

/**
 * Checks that a selfie (bytes of an image file) shows one person, before it is sent to a paid model.
 *
 * @throws ServiceError `no_person`, `several_people`, and what decoding throws; the field is `selfie_base64`
 */
export async function checkSelfie(networks: Networks, selfie: Uint8Array): Promise<true> {
  await checkOnePerson(networks, await decodeRgb(selfie, { field, maxSide }), field);
  return true;
}
