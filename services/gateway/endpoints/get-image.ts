import { ask } from '@styling/bus';
import { getImage as getImageQuery, imageId } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import { defineEndpoint } from '../http/define-endpoint.ts';
import { imageParams, imageRecord, imageRecordExample, toImageRecord } from '../http/image-record.ts';

export const getImage = defineEndpoint({
  id: 'getImage',
  method: 'get',
  path: '/images/:id',
  tag: 'Image records',
  counted: false,
  summary: 'Get one image record',
  description: 'The record of an image that was generated with one of your keys.',
  params: imageParams,
  responses: { 200: { description: 'The record', schema: imageRecord, example: imageRecordExample } },
  errors: [['image_not_found']],
  async handle({ gateway: { bus, imageStoreUrl }, caller: { user_id }, request: { params } }) {
    const { data: image_id } = imageId.safeParse(params.id);
    if (image_id === undefined) throw new ServiceError('image_not_found');
    // Null for a missing, foreign, expired or deleted one alike.
    const { image } = await ask(bus, getImageQuery, { user_id, image_id });
    if (!image) throw new ServiceError('image_not_found');
    return toImageRecord(imageStoreUrl, image);
  },
});
