import { ask } from '@styling/bus';
import { keepImage as keepImageQuery } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import { defineEndpoint } from '../http/define-endpoint.ts';
import { imageIdOf, imageParams, imageRecord, imageRecordExample, toImageRecord } from '../http/image-record.ts';

export const keepImage = defineEndpoint({
  id: 'keepImage',
  method: 'post',
  path: '/images/:id/keep',
  tag: 'Image records',
  summary: 'Keep one image for ever',
  description: `Keeps an image that would be deleted at its \`expires_at\`, as if it had been generated with \`store_image\`: its address
resolves until you delete it. Safe to repeat. In the last seconds before it expires it is a 404.`,
  params: imageParams,
  responses: { 200: { description: 'The record, now persistent', schema: imageRecord, example: imageRecordExample } },
  errors: [['image_not_found']],
  async handle({ gateway: { bus, imageStoreUrl }, caller: { user_id }, request: { params } }) {
    const image_id = imageIdOf(params);
    const { image } = await ask(bus, keepImageQuery, { user_id, image_id });
    if (!image) throw new ServiceError('image_not_found');
    return toImageRecord(imageStoreUrl, image);
  },
});
