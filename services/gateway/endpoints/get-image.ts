import { ask } from '@styling/bus';
import { getImage, type ImageRecord } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import { type Answer, success } from '../answer.ts';
import type { EndpointDependencies, RequestContext } from '../dependencies.ts';
import { imageRecord } from '../image-url.ts';

/** Longest id that is looked up: ours have 28 characters. */
const MAX_ID = 100;

/** GET /images/:id: one image record; a missing, foreign, expired or deleted one is the same 404. */
export async function getImageEndpoint(
  { bus, imageStoreUrl }: EndpointDependencies,
  { caller }: RequestContext,
  image_id: string,
): Promise<Answer> {
  const { image } = await ask(bus, getImage, { user_id: caller.user_id, image_id: image_id.slice(0, MAX_ID) });
  if (!image) throw new ServiceError('image_not_found');
  return success(imageRecord(imageStoreUrl, image) satisfies ImageRecord);
}
