import { decodeRgb } from '@styling/imaging';
import type { Networks } from './models/networks.ts';
import { checkOnePerson } from './person/find-person.ts';

/** The networks look at no more than 256 pixels a side of what they are shown; a smaller picture is decoded faster. */
const maxSide = 768;

/**
 * Makes sure that a selfie (JPEG, PNG or WebP bytes) shows one person, before a model elsewhere is paid for it.
 *
 * @throws ServiceError `no_person`, `several_people`, and what decoding throws; the field is `selfie_base64`
 */
export async function checkSelfie(networks: Networks, selfie: Uint8Array): Promise<null> {
  const field = 'selfie_base64';
  await checkOnePerson(networks, await decodeRgb(selfie, { field, maxSide }), field);
  return null;
}
