import type { ImageRecord, StoredImage } from '@styling/contracts';

/** Public address of an object: no event, row or log line holds it. */
export const imageUrl = (storeUrl: string, object: string): string => `${storeUrl.replace(/\/$/, '')}/${object}`;

/** The public record of a stored image. */
export function imageRecord(storeUrl: string, image: StoredImage): ImageRecord {
  const { object, ...record } = image;
  return { ...record, image_url: imageUrl(storeUrl, object) };
}
