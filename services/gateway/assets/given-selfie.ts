import type { SelfieField } from '@styling/contracts';
import { base64Image, parseFields } from '@styling/http';
import { ServiceError } from '@styling/service';
import { z } from 'zod';
import type { Call } from '../http/define-endpoint.ts';
import { selfieFields } from '../http/image-fields.ts';
import { assetPicture, imagePicture } from './own-picture.ts';

/** The form that the specification has. */
export const specifiedSelfie = z.object({ selfie_base64: base64Image });
const anySelfie = z.object(selfieFields);
const OWN = ['selfie_asset_id', 'selfie_image_id'] as const;

/** Fields of a body that give a selfie. */
type SelfieFields = z.output<typeof anySelfie>;

/**
 * Validates the fields of a body that give its selfie, before all others: one of them is given.
 *
 * @throws ServiceError `required` of `selfie_base64` (spec, "Errors"), `only_one_of`, or of a field that is invalid
 */
export function parseSelfie(fields: Readonly<Record<string, unknown>>): SelfieFields {
  const [field, another] = OWN.filter((name) => fields[name] !== undefined);
  if (!field) return parseFields(specifiedSelfie, fields);
  const other = fields.selfie_base64 === undefined ? another : 'selfie_base64';
  if (other) throw new ServiceError('only_one_of', { field, other });
  return parseFields(anySelfie, fields);
}

/** The selfie that is given, and by which field, if it is another than the specification's. */
export type GivenSelfie = {
  readonly picture: Uint8Array;
  readonly field: { readonly selfie_field?: SelfieField };
};

/** Fetches the selfie of fields that {@link parseSelfie} accepted. @throws ServiceError `asset_not_found`, `unavailable` */
export async function givenSelfie(call: Call, fields: SelfieFields): Promise<GivenSelfie> {
  const { selfie_base64, selfie_asset_id, selfie_image_id } = fields;
  if (selfie_base64) return { picture: selfie_base64, field: {} };
  if (selfie_asset_id !== undefined) {
    const selfie_field = 'selfie_asset_id';
    return { picture: await assetPicture(call, selfie_asset_id, selfie_field), field: { selfie_field } };
  }
  if (selfie_image_id === undefined) throw new Error('a body without a selfie');
  const selfie_field = 'selfie_image_id';
  return { picture: await imagePicture(call, selfie_image_id, selfie_field), field: { selfie_field } };
}
