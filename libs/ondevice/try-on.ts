import { decodeRgb, encodeJpeg, type RgbImage } from '@styling/imaging';
import { ServiceError } from '@styling/service/errors.ts';
import type { Approximation } from './garment/approximation.ts';
import { chooseColours } from './garment/choose-colours.ts';
import { type Dressed, dressPerson } from './garment/dress-person.ts';
import { readOrder } from './garment/read-order.ts';
import type { Subject } from './garment/subject.ts';
import type { Networks } from './models/networks.ts';
import { mapBody } from './person/body-map.ts';
import { findOnePerson } from './person/find-person.ts';
import { estimateForeground } from './person/foreground.ts';
import { personMatte } from './person/matte.ts';
import { parsePerson } from './person/parse-person.ts';
import { separateShading } from './person/shade.ts';
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
const model = 'ondevice-2';
const maxSide = 1024;
/** A reference is only used for colours and a blurred backdrop. */
const referenceMaxSide = 768;

/**
 * Dresses the person of a selfie. The same request gives the same bytes.
 *
 * @throws ServiceError `no_garment_understood`, `garment_not_understood`, `garment_not_dressed`, `no_person`, `several_people`, `shoulders_not_visible`, and what decoding
 * throws
 */
export async function tryOn(networks: Networks, request: TryOnRequest): Promise<TryOnPicture> {
  const { wanted, approximations: leftOut } = readOrder(request.description, {
    reference: request.reference !== undefined,
  });
  const selfie = await decodeRgb(request.selfie, { field: 'selfie_base64', maxSide });
  const photograph = rgbPlanes(selfie.data);
  const subject = await readSubject(networks, selfie, photograph);
  const decoded =
    request.reference && (await decodeRgb(request.reference, { field: 'outfit_base64', maxSide: referenceMaxSide }));
  const reference = decoded && (await readReference(networks, decoded));
  const { layers, approximations } = chooseColours(wanted, reference?.looks);
  if (layers.length === 0) throw new ServiceError('no_garment_understood', { field: 'clothing_description' });
  const dressed = dressPerson(subject, layers);
  const picture = inScene(request.mode, photograph, subject, dressed, reference && decoded && { reference, decoded });
  const { width, height } = selfie;
  const image = await encodeJpeg({ width, height, data: rgbBytes(picture) }, { quality: 92, generated: true });
  return { image, width, height, model, approximations: [...leftOut, ...approximations, ...dressed.approximations] };
}

async function readSubject(networks: Networks, image: RgbImage, rgb: Rgb): Promise<Subject> {
  const person = await findOnePerson(networks, image, 'selfie_base64');
  const seen = await personMatte(networks, image, rgb, person);
  const parsed = parsePerson(image, rgb, seen, person);
  const matte = seen.slice();
  for (let i = 0; i < matte.length; i++) matte[i] = Math.max(matte[i]!, parsed.held.outline[i]!);
  return {
    size: { width: image.width, height: image.height },
    foreground: estimateForeground(rgb, matte, image),
    matte,
    parsed,
    body: mapBody(parsed.frame, matte, image),
    shading: separateShading(image, parsed, matte),
  };
}

function inScene(
  mode: TryOnRequest['mode'],
  photograph: Rgb,
  { size, matte, foreground }: Subject,
  dressed: Dressed,
  given: { reference: Reference; decoded: RgbImage } | undefined,
): Rgb {
  if (mode === 'reference_environment' && given?.reference.scene)
    return composite(dressed.foreground, matte, sceneBackdrop(given.reference.scene, given.decoded, size));
  if (mode === 'reference_environment' && dressed.shown > 0)
    return keepScene(photograph, foreground, dressed.foreground, matte);
  // Also if none of the ordered garments is visible: returning the photograph unchanged would be wrong.
  return composite(dressed.foreground, matte, studioBackdrop(size));
}
