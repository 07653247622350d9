import { decodeRgb, encodeJpeg, type RgbImage } from '@styling/imaging';
import { ServiceError } from '@styling/service/errors.ts';
import { type Dressing, dressWell } from './check/dress-well.ts';
import type { Approximation } from './garment/approximation.ts';
import { chooseColours } from './garment/choose-colours.ts';
import { type Dressed, dressInOutlines, dressPerson } from './garment/dress-person.ts';
import { readSubject } from './garment/read-subject.ts';
import type { Subject } from './garment/subject.ts';
import { understandDescription } from './garment/understand-description.ts';
import type { Networks } from './models/networks.ts';
import { findOnePerson } from './person/find-person.ts';
import { whyNotDressable } from './person/why-not-dressable.ts';
import { type Rgb, rgbBytes, rgbPlanes } from './pixels/plane.ts';
import { type Reference, readReference } from './reference/read-reference.ts';
import { sceneBackdrop } from './scene/backdrop.ts';
import { composite } from './scene/composite.ts';
import { keepScene } from './scene/kept-scene.ts';
import { studioBackdrop } from './scene/studio.ts';

/**
 * A try-on order: the selfie and the optional reference as JPEG, PNG or WebP bytes. `model_shot` places the person before a
 * white studio backdrop, `reference_environment` in the reference's scene or, if it has none, in the selfie's own.
 */
export type TryOnRequest = {
  selfie: Uint8Array;
  description: string;
  mode: 'model_shot' | 'reference_environment';
  reference?: Uint8Array;
};

/** A JPEG marked as generated, at most 1024 pixels a side, and which parts of the order it only approximates. */
export type TryOnPicture = {
  image: Uint8Array;
  width: number;
  height: number;
  model: string;
  approximations: Approximation[];
};

/** Published in events; incremented when pictures change visibly. */
const model = 'ondevice-3';
const maxSide = 1024;
/** A reference is only used for colours and a blurred backdrop. */
const referenceMaxSide = 768;

/**
 * Dresses the person of a selfie. The same request gives the same bytes.
 *
 * @param dressings ways of rendering in order: the first whose picture passes the check is used
 * @throws ServiceError `no_garment_understood`, `no_person`, `several_people`, `shoulders_not_visible`, `pose_not_supported`,
 * `clothes_not_separable`, and what decoding throws
 */
export async function tryOn(
  networks: Networks,
  request: TryOnRequest,
  dressings: readonly Dressing[] = [dressPerson, dressInOutlines],
): Promise<TryOnPicture> {
  const wanted = understandDescription(request.description);
  if (wanted.length === 0 && !request.reference)
    throw new ServiceError('no_garment_understood', { field: 'clothing_description' });
  const selfie = await decodeRgb(request.selfie, { field: 'selfie_base64', maxSide });
  const photograph = rgbPlanes(selfie.data);
  const person = await findOnePerson(networks, selfie, 'selfie_base64');
  const subject = await readSubject(networks, selfie, photograph, person);
  const reason = whyNotDressable(subject.parsed.frame, subject.parsed.labels, subject.matte, selfie);
  if (reason) throw new ServiceError(reason, { field: 'selfie_base64' });
  const decoded =
    request.reference && (await decodeRgb(request.reference, { field: 'outfit_base64', maxSide: referenceMaxSide }));
  const reference = decoded && (await readReference(networks, decoded));
  const { layers, approximations } = chooseColours(wanted, reference?.looks);
  if (layers.length === 0) throw new ServiceError('no_garment_understood', { field: 'clothing_description' });
  const dressed = dressWell(subject, layers, dressings);
  const picture = inScene(request.mode, photograph, subject, dressed, reference && decoded && { reference, decoded });
  const { width, height } = selfie;
  const image = await encodeJpeg({ width, height, data: rgbBytes(picture) }, { quality: 92, generated: true });
  return { image, width, height, model, approximations: [...approximations, ...dressed.approximations] };
}

function inScene(
  mode: TryOnRequest['mode'],
  photograph: Rgb,
  subject: Subject,
  dressed: Dressed,
  given: { reference: Reference; decoded: RgbImage } | undefined,
): Rgb {
  const { size } = subject;
  if (mode === 'reference_environment' && given?.reference.scene)
    return composite(dressed.foreground, dressed.matte, sceneBackdrop(given.reference.scene, given.decoded, size));
  if (mode === 'reference_environment' && dressed.shown > 0) return keepScene(photograph, subject, dressed, size);
  // Also if none of the ordered garments is visible: returning the photograph unchanged would be wrong.
  return composite(dressed.foreground, dressed.matte, studioBackdrop(size));
}
