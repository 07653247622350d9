import { anywhere, fetchImage, publicOnly, type UrlPolicy } from '@styling/fetching';
import { inspectImage } from '@styling/imaging';
import type { ObjectStore } from '@styling/objectstore';
import { flag, ServiceError } from '@styling/service';
import { z } from 'zod';

export const pictureVariables = z.object({
  IMAGE_STORE_URL: z.url().describe("public address of the bucket's objects"),
  ALLOW_PRIVATE_URLS: flag.describe(
    '`1`: pictures are fetched from private addresses, and events sent to them, over http too; only for trials on one machine',
  ),
});

export type PictureSources = {
  readonly store: ObjectStore;
  /** What lies there needs no fetching. */
  readonly imageStoreUrl: string;
  readonly urlPolicy: UrlPolicy;
};

/** The configured sources of pictures, besides the store. */
export const pictureSources = (config: z.output<typeof pictureVariables>): Omit<PictureSources, 'store'> => ({
  imageStoreUrl: config.IMAGE_STORE_URL,
  urlPolicy: config.ALLOW_PRIVATE_URLS ? anywhere : publicOnly,
});

const OWN_IMAGE = /^images\/[A-Za-z0-9_]+\.jpg$/;

/**
 * Fetches the picture at a client's address; our own come from the store, which no fetch may be allowed to reach.
 * @throws ServiceError naming `field`: `invalid_url`, `forbidden_url`, `unreachable_url`, `url_unavailable`,
 * `image_too_large`, `not_an_image`, `incomplete_image`, `bad_image_size`
 */
export async function fetchPicture(
  { store, imageStoreUrl, urlPolicy }: PictureSources,
  url: string,
  field: string,
): Promise<Uint8Array> {
  const base = imageStoreUrl.replace(/\/?$/, '/');
  const name = url.startsWith(base) ? url.slice(base.length) : '';
  const picture = OWN_IMAGE.test(name)
    ? (await store.get(name))?.bytes
    : await fetchImage(url, { field, policy: urlPolicy });
  if (!picture) throw new ServiceError('unreachable_url', { field, details: 'there is no such image any more' });
  await inspectImage(picture, field);
  return picture;
}
