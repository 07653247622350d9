import type { ReportProgress } from '@styling/contracts';
import { decodeRgb, encodeJpeg, type RgbImage } from '@styling/imaging';
import { ServiceError } from '@styling/service/errors.ts';
import type { Approximation } from './garment/approximation.ts';
import { type Dressed, dressPerson } from './garment/dress-person.ts';
import { inOtherTones } from './garment/layer.ts';
import { readSubject, type Subject } from './garment/subject.ts';
import type { Networks } from './models/networks.ts';
import { type GarmentOrder, type OrderedScene, readGarments, understandOrders } from './order/garment-order.ts';
import { findOnePerson } from './person/find-person.ts';
import { whyRefused } from './person/gate.ts';
import { shrinkPerson } from './person/shrink-person.ts';
import { type Rgb, rgbPlanes } from './pixels/plane.ts';
import { atFullSize, workingCopy } from './scene/at-full-size.ts';
import { sceneBackdrop, studioBackdrop } from './scene/backdrop.ts';
import { composite, keepScene } from './scene/composite.ts';

/**
 * A try-on order: the selfie as bytes of an image file, and one garment order or several, which are worn together.
 * `model_shot` places the person before a white studio backdrop, `reference_environment` in the scene of the first reference
 * that has one or, without, in the selfie's own. Another `seed` is another tone of the cloths; without one they are as
 * described.
 */
export type TryOnRequest = {
  selfie: Uint8Array;
  mode: 'model_shot' | 'reference_environment';
  seed?: number | undefined;
} & (GarmentOrder | { garments: readonly GarmentOrder[] });

/** A JPEG marked as generated, at most 1024 pixels a side, and which parts of the order it only approximates. */
export type TryOnPicture = {
  image: Uint8Array;
  width: number;
  height: number;
  model: string;
  approximations: Approximation[];
};

/** Published in events; incremented when pictures change visibly. */
const model = 'ondevice-29';
const maxSide = 1024;

/**
 * Dresses the person of a selfie. The same request gives the same bytes.
 *
 * @throws ServiceError `no_garment_understood`, `garment_not_understood`, `garment_not_dressed`, `garment_not_visible`, `no_person`, `several_people`,
 * `shoulders_not_visible`, `pose_not_supported`, `clothes_not_separable`, `no_outfit`, and what decoding throws
 */
export async function tryOn(
  networks: Networks,
  request: TryOnRequest,
  report: ReportProgress = () => {},
): Promise<TryOnPicture> {
  const orders = 'garments' in request ? request.garments : [request];
  const ordered = { orders: understandOrders(orders), ordered: orders.length };
  const photograph = await decodeRgb(request.selfie, { field: 'selfie_base64', maxSide });
  const selfie = await workingCopy(photograph);
  report('finding_person', 0.05);
  const person = await findOnePerson(networks, photograph, 'selfie_base64');
  report('cutting_out', 0.2);
  const subject = readSubject(selfie, shrinkPerson(person, photograph.width / selfie.width));
  report('parsing', 0.45);
  const refusal = whyRefused(subject);
  if (refusal) throw new ServiceError(refusal.code, { field: 'selfie_base64', details: refusal.details });
  const { layers, approximations, wornField, scene } = await readGarments(networks, ordered);
  const dyed = request.seed === undefined ? layers : inOtherTones(layers, request.seed);
  report('dressing', 0.65);
  const [first] = orders;
  const asked = first?.description.trim() === '' ? wornField : first?.fields?.description;
  const dressed = dressPerson(subject, dyed, asked ?? 'clothing_description');
  report('composing', 0.9);
  const picture = inScene(request.mode, selfie, subject, dressed, scene);
  const made = await atFullSize(picture, selfie, photograph);
  const image = await encodeJpeg(made, { quality: 92, generated: true });
  const { width, height } = made;
  return { image, width, height, model, approximations: [...new Set([...approximations, ...dressed.approximations])] };
}

function inScene(
  mode: TryOnRequest['mode'],
  selfie: RgbImage,
  subject: Subject,
  dressed: Dressed,
  given: OrderedScene | undefined,
): Rgb {
  const { size } = subject;
  if (mode === 'reference_environment' && given)
    return composite(dressed.foreground, dressed.matte, sceneBackdrop(given.scene, given.size, size));
  // Its planes are made again: kept while the person is dressed, they would add to the peak of memory.
  if (mode === 'reference_environment') return keepScene(rgbPlanes(selfie.data), subject, dressed, size);
  return composite(dressed.foreground, dressed.matte, studioBackdrop(size));
}
