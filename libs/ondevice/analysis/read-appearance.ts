import { decodeRgb, type RgbImage } from '@styling/imaging';
import { ServiceError } from '@styling/service/errors.ts';
import { readSubject } from '../garment/read-subject.ts';
import type { Networks } from '../models/networks.ts';
import { beginOutline } from '../person/begin-outline.ts';
import { findOnePerson } from '../person/find-person.ts';
import { joint } from '../person/find-pose.ts';
import { label } from '../person/labels.ts';
import type { ParsedPerson } from '../person/parse-person.ts';
import { whyNotDressable } from '../person/why-not-dressable.ts';
import { oklab, type Triple } from '../pixels/colour.ts';
import type { Plane } from '../pixels/plane.ts';
import { distanceBetween } from '../pixels/points.ts';
import { clamp } from '../pixels/scalar.ts';
import type { Appearance } from './appearance.ts';
import { classifyContrast, classifyHair, classifySkin } from './classify-colouring.ts';
import { withoutCast } from './light-cast.ts';
import { measureSkin } from './measure-skin.ts';
import { medianColour } from './median-colour.ts';
import { wornOnLegs } from './worn-on-legs.ts';

/** A smaller share of the picture is a shadow, not hair. */
const leastHair = 2e-3;
/** OKLab difference (colour axes doubled) from which the region above the face is not the hair beside it. */
const otherThanHair = 0.22;
/** The least light on hair beside the face, of that on the hair above: shade scales all three of OKLab alike. */
const deepestShade = 0.5;
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
  const [person, begun] = await Promise.all([findOnePerson(networks, image, field), beginOutline(networks, image)]);
  const subject = await readSubject(networks, image, begun, person);
  const { matte, parsed } = subject;
  const reason = whyNotDressable(parsed.frame, parsed.labels, matte, image, parsed.parts);
  if (reason) throw new ServiceError(reason, { field });
  const skin = measureSkin(image, subject);
  const hair = hairColour(image, matte, parsed);
  return {
    skin: skin ? classifySkin(withoutCast(image, skin, parsed)) : null,
    hair: hair ? classifyHair(hair) : 'unknown',
    contrast: classifyContrast(skin, hair),
    shoulderToHip: shoulderToHip(parsed),
    wears: wornOnLegs(subject),
  };
}

/** The region above the forehead may be a hat: if it differs from the region beside the face by more than shade, the latter is the hair. */
function hairColour(image: RgbImage, matte: Plane, { labels, frame }: ParsedPerson): Triple | undefined {
  const browLine = frame.head.brow[1] + frame.head.height * 0.2;
  const above: number[] = [];
  const beside: number[] = [];
  labels.forEach((which, i) => {
    if (which === label.hair && matte[i]! > 0.97) (i < browLine * image.width ? above : beside).push(i);
  });
  const least = leastHair * labels.length;
  const upper = above.length > least ? medianColour(image, above) : undefined;
  const lower = beside.length > least / 2 ? medianColour(image, beside) : undefined;
  if (!upper || !lower) return upper ?? lower;
  const [p, q] = [oklab(upper), oklab(lower)];
  const shade = clamp(q[0] / p[0], deepestShade, 1);
  const apart = Math.hypot(shade * p[0] - q[0], 2 * (shade * p[1] - q[1]), 2 * (shade * p[2] - q[2]));
  return apart > otherThanHair ? lower : medianColour(image, [...above, ...beside]);
}

function shoulderToHip({ frame: { at, seen } }: ParsedPerson): number | null {
  if (seen(joint.leftHip) < 0.5 || seen(joint.rightHip) < 0.5) return null;
  const hips = distanceBetween(at(joint.leftHip), at(joint.rightHip));
  const shoulders = distanceBetween(at(joint.leftShoulder), at(joint.rightShoulder));
  return hips > 0 ? Math.round((shoulders / hips) * 100) / 100 : null;
}
