import { type GarmentInput, garmentCategory, limits } from '@styling/contracts';
import { base64Image } from '@styling/http';
import { z } from 'zod';
import type { Call } from '../http/define-endpoint.ts';
import { fetchedImage, ownAsset } from '../http/image-fields.ts';
import { assetPicture } from './own-picture.ts';

const garment = z
  .object(
    {
      description: z.string().trim().max(limits.descriptionLength).optional(),
      image_base64: base64Image.optional(),
      image_url: fetchedImage.optional().meta({ description: 'URL of a picture of it, publicly accessible' }),
      asset_id: ownAsset.optional(),
      category: garmentCategory
        .default('auto')
        .meta({ description: 'Where it is worn; `auto`: as its description or picture shows' }),
    },
    'not_a_garment',
  )
  .refine(({ description, image_base64, image_url, asset_id }) => {
    const pictures = [image_base64, image_url, asset_id].filter((picture) => picture !== undefined).length;
    return pictures === 1 || (pictures === 0 && Boolean(description));
  }, 'not_a_garment')
  .meta({ id: 'Garment', description: 'A description, a picture, or both' });

/** The field of a body that lists what is worn together. */
export const garmentList = z
  .array(garment, 'not_garments')
  .min(1, 'not_garments')
  .max(limits.garments, 'not_garments')
  .meta({
    description:
      'What is worn together, e.g. a jacket with trousers, in place of `clothing_description` and its reference images',
  });

/** The garments as their worker reads them, and the pictures that came with them or are assets, by field. */
export type GivenGarments = {
  readonly garments: GarmentInput[];
  readonly pictures: Readonly<Record<string, Uint8Array>>;
};

/** Fetches the pictures of assets. @throws ServiceError `asset_not_found`, `unavailable` */
export async function givenGarments(call: Call, listed: z.output<typeof garmentList>): Promise<GivenGarments> {
  const pictures: Record<string, Uint8Array> = {};
  const garments: GarmentInput[] = [];
  for (const [index, { description = '', image_base64, image_url = null, asset_id, category }] of listed.entries()) {
    const field = asset_id === undefined ? `garments.${index}.image_base64` : `garments.${index}.asset_id`;
    const bytes = asset_id === undefined ? image_base64 : await assetPicture(call, asset_id, field);
    if (bytes) pictures[field] = bytes;
    garments.push({ description, category, image_url, picture: bytes ? field : null });
  }
  return { garments, pictures };
}
