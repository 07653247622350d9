import { z } from 'zod';
import { endpoints } from '../names.ts';
import type { Open } from '../open-schema.ts';
import { storedImage } from '../queries/images.ts';

/** Image record (spec, "Resources and their fields"). */
export const imageRecord = storedImage.omit({ object: true }).extend({
  endpoint: z.enum(endpoints).meta({ description: 'Endpoint template of the request' }),
  image_url: z.url(),
});
export type ImageRecord = Open<z.output<typeof imageRecord>>;

/** Most images of one page. */
export const MAX_PAGE = 100;

/** Query string of GET /images. */
export const imagesQuery = z.object({
  // Plain decimals only: what JavaScript takes for a number besides is a mistake of the client's.
  limit: z
    .string()
    .regex(/^[1-9]\d{0,2}$/)
    .pipe(z.coerce.number<string>().max(MAX_PAGE))
    .optional(),
  cursor: z.string().max(200).optional(),
});

/** Response 200 of GET /images; `next_cursor` only where `limit` was given and more is left. */
export const imagesResponse = z.object({ images: z.array(imageRecord), next_cursor: z.string().optional() });
export type ImagesResponse = Open<z.output<typeof imagesResponse>>;
