import { ask } from '@styling/bus';
import { IMAGES_PAGE, type ImagesResponse, imagesQuery, listImages, type StoredImage } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import { type Answer, success } from '../answer.ts';
import type { EndpointDependencies, RequestContext } from '../dependencies.ts';
import { imageRecord } from '../image-url.ts';

/** GET /images: the caller's images, newest first; all of them, or a page where `limit` is given. */
export async function listImagesEndpoint(
  deps: EndpointDependencies,
  { caller }: RequestContext,
  query: Readonly<Record<string, unknown>>,
): Promise<Answer> {
  const parsed = imagesQuery.safeParse(query);
  if (!parsed.success) throw queryError(String(parsed.error.issues[0]?.path[0]));
  const { limit, cursor = null } = parsed.data;
  const page = (limit: number, cursor: string | null) =>
    ask(deps.bus, listImages, { user_id: caller.user_id, limit, cursor });
  if (limit !== undefined) {
    const { images, next_cursor } = await page(limit, cursor);
    return success(response(deps.imageStoreUrl, images, next_cursor));
  }
  // Replies of the bus are bounded, the spec's list is not.
  const images: StoredImage[] = [];
  let next = cursor;
  do {
    const part = await page(IMAGES_PAGE, next);
    images.push(...part.images);
    next = part.next_cursor;
  } while (next !== null);
  return success(response(deps.imageStoreUrl, images, null));
}

const queryError = (field: string): ServiceError =>
  field === 'limit'
    ? new ServiceError('not_an_integer_between', { field, min: 1, max: 100 })
    : new ServiceError('invalid_cursor', { field });

const response = (storeUrl: string, images: StoredImage[], next_cursor: string | null): ImagesResponse => ({
  images: images.map((image) => imageRecord(storeUrl, image)),
  ...(next_cursor === null ? {} : { next_cursor }),
});
