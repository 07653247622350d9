import { decodeRgb, type RgbImage } from '@styling/imaging';
import { ServiceError } from '@styling/service/errors.ts';
import { readSubject, type Subject } from '../garment/subject.ts';
import type { Networks } from '../models/networks.ts';
import { findOnePerson } from '../person/find-person.ts';
import { joint } from '../person/find-pose.ts';
import { whyUnseen } from '../person/gate.ts';
import type { ParsedPerson } from '../person/parse-person.ts';
import { distanceBetween } from '../pixels/points.ts';
import type { Appearance, WornOnLegs } from './appearance.ts';
import { classifyContrast, classifyHair, classifySkin } from './classify-colouring.ts';
import { measureHair, measureSkin } from './measure-colouring.ts';
import { measureOutfit } from './measure-outfit.ts';

const maxSide = 768;

/**
 * Measures a person's colouring from a selfie (bytes of an image file).
 *
 * @throws ServiceError `no_person`, `several_people`, `shoulders_not_visible`, `pose_not_supported`, and what decoding throws; the field is
 * `selfie_base64`
 */
export async function readAppearance(networks: Networks, selfie: Uint8Array): Promise<Appearance> {
  const field = 'selfie_base64';
  const image = await decodeRgb(selfie, { field, maxSide });
  const subject = readSubject(image, await findOnePerson(networks, image, field));
  const refusal = whyUnseen(subject);
  if (refusal) throw new ServiceError(refusal.code, { field, details: refusal.details });
  const [skin, hair] = [measureSkin(image, subject), measureHair(image, subject)];
  return {
    skin: skin ? classifySkin(skin) : null,
    hair: hair ? classifyHair(hair) : 'unknown',
    contrast: classifyContrast(skin, hair),
    shoulderToHip: shoulderToHip(subject.parsed),
    wears: wornOnLegs(image, subject),
  };
}

function shoulderToHip({ frame: { at, seen } }: ParsedPerson): number | null {
  if (seen(joint.leftHip) < 0.5 || seen(joint.rightHip) < 0.5) return null;
  const hips = distanceBetween(at(joint.leftHip), at(joint.rightHip));
  const shoulders = distanceBetween(at(joint.leftShoulder), at(joint.rightShoulder));
  return hips > 0 ? Math.round((shoulders / hips) * 100) / 100 : null;
}

function wornOnLegs(image: RgbImage, subject: Subject): WornOnLegs {
  const seen = measureOutfit(image, subject).find(({ category }) => category === 'dress' || category === 'bottom');
  if (!seen) return 'unknown';
  if (seen.category === 'dress') return 'dress';
  return seen.kind === 'skirt' ? 'skirt' : 'trousers';
}
