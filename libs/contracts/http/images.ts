import { z } from 'zod';
import { storedImage } from '../queries/images.ts';

/** Image record (spec, "Resources and their fields"). */
export const imageRecord = storedImage.omit({ object: true }).extend({ image_url: z.url() });
export type ImageRecord = z.output<typeof imageRecord>;

/** Query string of GET /images. */
export const imagesQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).optional(),
  cursor: z.string().max(200).optional(),
});

/** Response 200 of GET /images; `next_cursor` only where `limit` was given and more is left. */
export const imagesResponse = z.object({ images: z.array(imageRecord), next_cursor: z.string().optional() });
export type ImagesResponse = z.output<typeof imagesResponse>;
