import { decodeRgb } from '@styling/imaging';
import type { Networks } from './models/networks.ts';
import { checkOnePerson } from './person/find-person.ts';

/** In pixels. The networks use at most 256 pixels a side; a smaller picture is decoded faster. */
const maxSide = 768;

/**
 * Checks that a selfie (bytes of an image file) shows one person, before it is sent to a paid model.
 *
 * @throws ServiceError `no_person`, `several_people`, and what decoding throws; the field is `selfie_base64`
 */
export async function checkSelfie(networks: Networks, selfie: Uint8Array): Promise<true> {
  const field = 'selfie_base64';
  await checkOnePerson(networks, await decodeRgb(selfie, { field, maxSide }), field);
  return true;
}
