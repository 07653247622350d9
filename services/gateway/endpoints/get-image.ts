import { ask } from '@styling/bus';
import { getImage, type ImageRecord, imageId } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import type { EndpointDependencies } from '../dependencies.ts';
import { success } from '../http/answer.ts';
import { imageRecord } from '../http/image-url.ts';
import type { Handler } from '../http/serve-endpoint.ts';

/** GET /images/:id: one image record; a missing, foreign, expired or deleted one is the same 404. */
export const image =
  ({ bus, imageStoreUrl }: EndpointDependencies): Handler =>
  async ({ caller: { user_id } }, { params }) => {
    const { data: image_id } = imageId.safeParse(params.id);
    // What cannot be an id need not be asked for.
    if (image_id === undefined) throw new ServiceError('image_not_found');
    const { image } = await ask(bus, getImage, { user_id, image_id });
    if (!image) throw new ServiceError('image_not_found');
    return success(imageRecord(imageStoreUrl, image) satisfies ImageRecord);
  };
