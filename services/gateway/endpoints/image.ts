import { ask } from '@styling/bus';
import { getImage, type ImageRecord } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import { success } from '../answer.ts';
import type { EndpointDependencies } from '../dependencies.ts';
import type { Handler } from '../endpoint.ts';
import { imageRecord } from '../image-url.ts';

/** Longest id that is looked up: ours have 28 characters. */
const MAX_ID = 100;

/** GET /images/:id: one image record; a missing, foreign, expired or deleted one is the same 404. */
export const image =
  ({ bus, imageStoreUrl }: EndpointDependencies): Handler =>
  async ({ caller: { user_id } }, { params }) => {
    const image_id = String(params.id).slice(0, MAX_ID);
    const { image } = await ask(bus, getImage, { user_id, image_id });
    if (!image) throw new ServiceError('image_not_found');
    return success(imageRecord(imageStoreUrl, image) satisfies ImageRecord);
  };
