import type { SelfieField } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import type { Call } from '../http/define-endpoint.ts';
import { assetPicture, imagePicture } from './own-picture.ts';

const FIELDS = ['selfie_base64', 'selfie_asset_id', 'selfie_image_id'] as const satisfies readonly SelfieField[];

/** Fields of a body that give a selfie. */
export type SelfieFields = {
  readonly selfie_base64?: Uint8Array | undefined;
  readonly selfie_asset_id?: string | undefined;
  readonly selfie_image_id?: string | undefined;
};

/**
 * Checks, before anything else about the fields, that one selfie is given.
 *
 * @throws ServiceError `required` of `selfie_base64` (spec, "Errors"), `only_one_of`
 */
export function requireSelfie(fields: Readonly<Record<string, unknown>>): void {
  const [first, second] = FIELDS.filter((field) => fields[field] !== undefined && fields[field] !== '');
  if (!first) throw new ServiceError('required', { field: 'selfie_base64' });
  if (second) throw new ServiceError('only_one_of', { field: second, other: first });
}

/** The selfie that is given, and by which field, if it is another than the specification's. */
export type GivenSelfie = {
  readonly picture: Uint8Array;
  readonly field: { readonly selfie_field?: SelfieField };
};

/** Fetches the selfie of fields that {@link requireSelfie} accepted. @throws ServiceError `asset_not_found`, `unavailable` */
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
