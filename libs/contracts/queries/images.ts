import { z } from 'zod';
import { endpoint, imageId, objectName, timestamp, userId } from '../names.ts';
import type { Open } from '../open-schema.ts';
import { defineQuery } from './define-query.ts';

/** An image of the images service: the public record without its address, which only the gateway composes. */
export const storedImage = z.object({
  image_id: imageId,
  object: objectName,
  mime_type: z.string(),
  category: z.enum(['try-on', 'style-me']),
  endpoint,
  created_at: timestamp,
  persistent: z.boolean(),
});
export type StoredImage = Open<z.output<typeof storedImage>>;

/** Rows that one reply may hold: 1,000 rows are some 300 KB, well under the bus's 1 MB. */
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
