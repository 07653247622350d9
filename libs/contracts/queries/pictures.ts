import { z } from 'zod';
import { assetCheck, assetKind } from '../events/picture-events.ts';
import { limits } from '../limits.ts';
import { approximations, assetId, endpoint, imageId, objectName, requestId, timestamp, userId } from '../names.ts';
import type { Open } from '../open-schema.ts';
import { DELETE_PAGE_WITHIN_MS, DELETE_WITHIN_MS, defineQuery, pageRequest } from './define-query.ts';

/** An image of the images service: the public record without its address, which only the gateway composes. */
export const storedImage = z.object({
  image_id: imageId,
  object: objectName,
  mime_type: z.string(),
  category: z.enum(['try-on', 'style-me']),
  endpoint,
  created_at: timestamp,
  persistent: z.boolean(),
  expires_at: timestamp
    .nullable()
    .default(null)
    .meta({ description: 'When it is deleted; null when it is persistent' }),
  // null of an image that was projected before these were, until a rebuild.
  width: z.number().int().nullable().default(null).meta({ description: 'Pixels' }),
  height: z.number().int().nullable().default(null).meta({ description: 'Pixels' }),
  provider: z
    .string()
    .nullable()
    .default(null)
    .meta({ description: 'Where it was made', examples: ['ondevice', 'replicate'] }),
  model: z.string().nullable().default(null).meta({ description: 'Model and version that made it' }),
  approximations: approximations.nullable().default(null),
  job_id: requestId.nullable().default(null).meta({ description: 'Request that made it: its X-Request-Id' }),
});
export type StoredImage = Open<z.output<typeof storedImage>>;

const oneImage = { user_id: userId, image_id: imageId };
const oneAsset = { user_id: userId, asset_id: assetId };

/** Rows that one reply may hold: 1,000 rows are some 400 KB, well under the bus's 1 MB. */
export const IMAGES_PAGE = 1000;

/** A user's images, newest first. */
export const listImages = defineQuery('styling.query.images.list', pageRequest(IMAGES_PAGE), {
  images: z.array(storedImage),
  next_cursor: z.string().nullable(),
});

/** One image of a user; null when it is unknown, another user's, expired or deleted. */
export const getImage = defineQuery('styling.query.images.get', oneImage, { image: storedImage.nullable() });

/** Keeps an image of a user for ever; its record afterwards, null when there is none or it is about to expire. */
export const keepImage = defineQuery('styling.query.images.keep', oneImage, { image: storedImage.nullable() });

/** Deletes an image of a user; false when there is none. Once it is answered, picture and record are gone. */
export const deleteImage = defineQuery(
  'styling.query.images.delete',
  oneImage,
  { deleted: z.boolean() },
  DELETE_WITHIN_MS,
);

/** Number of a user's images. */
export const countImages = defineQuery('styling.query.images.count', { user_id: userId }, { images: z.number().int() });

/** Deletes a page of a user's images, as {@link deleteImage} does one; how many are left. */
export const deleteImages = defineQuery(
  'styling.query.images.delete_page',
  { user_id: userId },
  { left: z.number().int() },
  DELETE_PAGE_WITHIN_MS,
);

/** An asset as its user sees it. */
export const storedAsset = z.object({
  asset_id: assetId,
  kind: assetKind.meta({ description: 'What it shows' }),
  width: z.number().int().meta({ description: 'Pixels' }),
  height: z.number().int().meta({ description: 'Pixels' }),
  bytes: z.number().int(),
  created_at: timestamp,
  expires_at: timestamp.meta({ description: 'Moves with every use, at most once a day' }),
  checks: z.array(assetCheck).meta({ description: 'What was found right about it' }),
});
export type StoredAsset = Open<z.output<typeof storedAsset>>;

/** A user's assets, newest first. */
export const listAssets = defineQuery('styling.query.images.list_assets', pageRequest(limits.pageSize), {
  assets: z.array(storedAsset),
  next_cursor: z.string().nullable(),
});

/** One asset of a user, and the UTC day of its last use; null when it is unknown, another user's, expired or deleted. */
export const getAsset = defineQuery('styling.query.images.get_asset', oneAsset, {
  asset: storedAsset.nullable(),
  used_on: z.iso.date().nullable(),
});

/** Number and total size of a user's assets. */
export const countAssets = defineQuery(
  'styling.query.images.count_assets',
  { user_id: userId },
  { assets: z.number().int(), bytes: z.number().int() },
);

/** Deletes an asset of a user; false when there is none. Once it is answered, picture and record are gone. */
export const deleteAsset = defineQuery(
  'styling.query.images.delete_asset',
  oneAsset,
  { deleted: z.boolean() },
  DELETE_WITHIN_MS,
);

/**
 * Judges an uploaded selfie that is in the object store but not yet an asset. The errors are those that a try-on would have
 * with the same picture: `no_person`, `several_people`, of the field `selfie_base64`.
 */
export const checkSelfie = defineQuery(
  'styling.query.tryon.check_selfie',
  { asset_id: assetId },
  { checks: z.array(assetCheck) },
  // A worker may be busy with pictures, or start an engine on a slow machine.
  30_000,
);
