import { imageId, type Open, type StoredImage, storedImage } from '@styling/contracts';
import { z } from 'zod';
import { idParameter, pathId } from './path-id.ts';

/** Public URL of an object; no event, row or log line contains it. */
export const imageUrl = (storeUrl: string, object: string): string => `${storeUrl.replace(/\/$/, '')}/${object}`;

/** Image record (spec, "Resources and their fields"). */
export const imageRecord = storedImage
  .omit({ object: true })
  .extend({ image_url: z.url() })
  .meta({ id: 'ImageRecord' });

/** The public record of a stored image: its object becomes the address. */
export const toImageRecord = (
  storeUrl: string,
  { object, ...image }: Open<StoredImage>,
): Open<z.output<typeof imageRecord>> => ({ image_url: imageUrl(storeUrl, object), ...image });

/** Example for the documentation. */
export const imageRecordExample: z.output<typeof imageRecord> = {
  image_url: 'http://localhost:9000/styling/images/img_5f2b8c1d9e3a4f6071829304.jpg',
  image_id: 'img_5f2b8c1d9e3a4f6071829304',
  mime_type: 'image/jpeg',
  category: 'try-on',
  endpoint: '/try_on_outfit',
  created_at: '2026-01-02T03:04:05.678Z',
  persistent: true,
  expires_at: null,
  width: 896,
  height: 1200,
  provider: 'ondevice',
  model: 'ondevice-1',
  approximations: ['sleeves_kept'],
  job_id: 'req_5f2b8c1d9e3a4f6071829304',
};

/** The path of an image record. */
export const imageParams = z.object({
  id: idParameter('Image id, as returned by `POST /try_on_outfit` or `GET /images`', imageRecordExample.image_id),
});

export const imageIdOf = pathId(imageId, 'image_not_found');
