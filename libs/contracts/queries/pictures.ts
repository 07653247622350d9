import { z } from 'zod';
import { assetCheck, assetKind } from '../events/picture-events.ts';
import { limits } from '../limits.ts';
import { approximations, assetId, endpoint, imageId, objectName, requestId, timestamp, userId } from '../names.ts';
import type { Open } from '../open-schema.ts';
import { DELETE_PAGE_WITHIN_MS, DELETE_WITHIN_MS, defineQuery, pageRequest } from './define-query.ts';

const query = defineQuery('images');

/** Public record without its address, which only the gateway composes. */
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
  // null if projected by an earlier version, until a rebuild.
  width: z.int().nullable().default(null).meta({ description: 'Pixels' }),
  height: z.int().nullable().default(null).meta({ description: 'Pixels' }),
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

/** Per reply: 1,000 rows are some 400 KB of the bus's 1 MB. */
export const IMAGES_PAGE = 1000;

/** Newest first. */
export const listImages = query('list', pageRequest(IMAGES_PAGE), {
  images: z.array(storedImage),
  next_cursor: z.string().nullable(),
});

/** Null when unknown, another user's, expired or deleted. */
export const getImage = query('get', oneImage, { image: storedImage.nullable() });

/** Keeps it for ever; null when there is none or it is about to expire. */
export const keepImage = query('keep', oneImage, { image: storedImage.nullable() });

/** False when there is none. Once answered, picture and record are gone. */
export const deleteImage = query('delete', oneImage, { deleted: z.boolean() }, DELETE_WITHIN_MS);

export const countImages = query('count', { user_id: userId }, { images: z.int() });

/** Deletes a page like {@link deleteImage}; how many are left. */
export const deleteImages = query('delete_page', { user_id: userId }, { left: z.int() }, DELETE_PAGE_WITHIN_MS);

export const storedAsset = z.object({
  asset_id: assetId,
  kind: assetKind.meta({ description: 'What it shows' }),
  width: z.int().meta({ description: 'Pixels' }),
  height: z.int().meta({ description: 'Pixels' }),
  bytes: z.int(),
  created_at: timestamp,
  expires_at: timestamp.meta({ description: 'Moves with every use, at most once a day' }),
  checks: z.array(assetCheck).meta({ description: 'What was found right about it' }),
});
export type StoredAsset = Open<z.output<typeof storedAsset>>;

/** Newest first. */
export const listAssets = query('list_assets', pageRequest(limits.pageSize), {
  assets: z.array(storedAsset),
  next_cursor: z.string().nullable(),
});

/** With the UTC day of its last use; null like {@link getImage}. */
export const getAsset = query('get_asset', oneAsset, {
  asset: storedAsset.nullable(),
  used_on: z.iso.date().nullable(),
});

export const countAssets = query('count_assets', { user_id: userId }, { assets: z.int(), bytes: z.int() });

/** Like {@link deleteImage}. */
export const deleteAsset = query('delete_asset', oneAsset, { deleted: z.boolean() }, DELETE_WITHIN_MS);

/** Judges an upload not yet an asset; errors of `selfie_base64` like a try-on's: `no_person`, `several_people`. */
export const checkSelfie = defineQuery('tryon')(
  'check_selfie',
  { asset_id: assetId },
  { checks: z.array(assetCheck) },
  // A worker may be busy, or start an engine on a slow machine.
  30_000,
);
