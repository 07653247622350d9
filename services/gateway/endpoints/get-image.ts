import { ask } from '@styling/bus';
import { getImage as getImageQuery } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import { defineEndpoint } from '../http/define-endpoint.ts';
import { imageIdOf, imageParams, imageRecord, imageRecordExample, toImageRecord } from '../http/image-record.ts';

export const getImage = defineEndpoint({
  id: 'getImage',
  method: 'get',
  path: '/images/:id',
  tag: 'Image records',
  summary: 'Get one image record',
  description: 'The record of an image that was generated with one of your keys.',
  params: imageParams,
  responses: { 200: { description: 'The record', schema: imageRecord, example: imageRecordExample } },
  errors: [['image_not_found']],
  async handle({ gateway: { bus, imageStoreUrl }, caller: { user_id }, request: { params } }) {
    const image_id = imageIdOf(params);
    const { image } = await ask(bus, getImageQuery, { user_id, image_id });
    // For a missing, foreign, expired or deleted one alike.
    if (!image) throw new ServiceError('image_not_found');
    return toImageRecord(imageStoreUrl, image);
  },
});
