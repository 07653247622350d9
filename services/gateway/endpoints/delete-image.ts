import { ask } from '@styling/bus';
import { deleteImage as deleteImageQuery } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import { defineEndpoint } from '../http/define-endpoint.ts';
import { imageIdOf, imageParams } from '../http/image-record.ts';

export const deleteImage = defineEndpoint({
  id: 'deleteImage',
  method: 'delete',
  path: '/images/:id',
  tag: 'Image records',
  summary: 'Delete one image',
  description: `Deletes an image that was generated with one of your keys, a permanently stored one too: once this is answered, its
record is gone and its address resolves no longer. Safe to repeat: what is gone is a 404.`,
  params: imageParams,
  responses: { 204: { description: 'It is deleted' } },
  errors: [['image_not_found']],
  async handle({ gateway: { bus }, caller: { user_id }, request: { params } }) {
    const image_id = imageIdOf(params);
    const { deleted } = await ask(bus, deleteImageQuery, { user_id, image_id });
    if (!deleted) throw new ServiceError('image_not_found');
    return undefined;
  },
});
