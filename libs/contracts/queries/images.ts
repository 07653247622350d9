import { z } from 'zod';
import { approximations, endpoint, imageId, objectName, requestId, timestamp, userId } from '../names.ts';
import type { Open } from '../open-schema.ts';
import { DELETE_PAGE_WITHIN_MS, DELETE_WITHIN_MS, defineQuery } from './define-query.ts';

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

/** Rows that one reply may hold: 1,000 rows are some 400 KB, well under the bus's 1 MB. */
export const IMAGES_PAGE = 1000;

/** A user's images, newest first. A cursor that this query did not return is an `invalid_cursor` error. */
export const listImages = defineQuery({
  subject: 'styling.query.images.list',
  request: z.object({
    user_id: userId,
    limit: z.number().int().min(1).max(IMAGES_PAGE),
    cursor: z.string().max(200).nullable(),
  }),
  reply: z.object({ images: z.array(storedImage), next_cursor: z.string().nullable() }),
});

/** One image of a user; null when it is unknown, another user's, expired or deleted. */
export const getImage = defineQuery({
  subject: 'styling.query.images.get',
  request: z.object({ user_id: userId, image_id: imageId }),
  reply: z.object({ image: storedImage.nullable() }),
});

/** Keeps an image of a user for ever; its record afterwards, null when there is none or it is about to expire. */
export const keepImage = defineQuery({
  subject: 'styling.query.images.keep',
  request: z.object({ user_id: userId, image_id: imageId }),
  reply: z.object({ image: storedImage.nullable() }),
});

/** Deletes an image of a user; false when there is none. Once it is answered, picture and record are gone. */
export const deleteImage = defineQuery({
  subject: 'styling.query.images.delete',
  request: z.object({ user_id: userId, image_id: imageId }),
  reply: z.object({ deleted: z.boolean() }),
  withinMs: DELETE_WITHIN_MS,
});

/** Number of a user's images. */
export const countImages = defineQuery({
  subject: 'styling.query.images.count',
  request: z.object({ user_id: userId }),
  reply: z.object({ images: z.number().int() }),
});

/** Deletes a page of a user's images, as {@link deleteImage} does one; how many are left. */
export const deleteImages = defineQuery({
  subject: 'styling.query.images.delete_page',
  request: z.object({ user_id: userId }),
  reply: z.object({ left: z.number().int() }),
  withinMs: DELETE_PAGE_WITHIN_MS,
});
