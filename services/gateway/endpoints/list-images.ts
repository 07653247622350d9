import { ask } from '@styling/bus';
import {
  IMAGES_PAGE,
  type ImagesResponse,
  imagesQuery,
  listImages,
  MAX_PAGE,
  type StoredImage,
} from '@styling/contracts';
import { ServiceError } from '@styling/service';
import type { EndpointDependencies } from '../dependencies.ts';
import { success } from '../http/answer.ts';
import { imageRecord } from '../http/image-url.ts';
import type { Handler } from '../http/serve-endpoint.ts';

/** GET /images: the caller's images, newest first; all of them, or a page where `limit` is given. */
export const images =
  ({ bus, imageStoreUrl }: EndpointDependencies): Handler =>
  async ({ caller: { user_id } }, { query }) => {
    const parsed = imagesQuery.safeParse(query);
    if (!parsed.success) throw queryError(String(parsed.error.issues[0]?.path[0]));
    const { limit, cursor = null } = parsed.data;
    if (limit !== undefined) {
      const { images, next_cursor } = await ask(bus, listImages, { user_id, limit, cursor });
      return success(response(imageStoreUrl, images, next_cursor));
    }
    // Replies of the bus are bounded, the spec's list is not.
    const all: StoredImage[] = [];
    let next = cursor;
    do {
      const page = await ask(bus, listImages, { user_id, limit: IMAGES_PAGE, cursor: next });
      all.push(...page.images);
      next = page.next_cursor;
    } while (next !== null);
    return success(response(imageStoreUrl, all, null));
  };

const queryError = (field: string): ServiceError =>
  field === 'limit'
    ? new ServiceError('not_an_integer_between', { field, min: 1, max: MAX_PAGE })
    : new ServiceError('invalid_cursor', { field });

const response = (storeUrl: string, images: StoredImage[], next_cursor: string | null): ImagesResponse => ({
  images: images.map((image) => imageRecord(storeUrl, image)),
  ...(next_cursor === null ? {} : { next_cursor }),
});
