import { ask } from '@styling/bus';
import { IMAGES_PAGE, listImages as listImagesQuery, type StoredImage } from '@styling/contracts';
import { parseFields } from '@styling/http';
import { z } from 'zod';
import { defineEndpoint } from '../http/define-endpoint.ts';
import { imageRecord, imageRecordExample, toImageRecord } from '../http/image-record.ts';
import { pageFields } from '../http/page-fields.ts';

const query = z.object(pageFields);

export const listImages = defineEndpoint({
  id: 'listImages',
  method: 'get',
  path: '/images',
  tag: 'Image records',
  counted: false,
  summary: 'List your images',
  description: `All images generated with any of your keys, newest first: try-ons and style suggestions. Without \`limit\`
the list is complete. With it, \`next_cursor\` is present if there are more: pass it as \`cursor\` to get the next page.`,
  query,
  responses: {
    200: {
      description: 'The images',
      schema: z.object({ images: z.array(imageRecord), next_cursor: z.string().optional() }).meta({ id: 'Images' }),
      example: { images: [imageRecordExample] },
    },
  },
  errors: [],
  async handle({ gateway: { bus, imageStoreUrl }, caller: { user_id }, request }) {
    const { limit, cursor = null } = parseFields(query, request.query);
    const images: StoredImage[] = [];
    let next = cursor;
    // Replies of the bus are bounded; the list is not, unless a limit is given.
    do {
      const page = await ask(bus, listImagesQuery, { user_id, limit: limit ?? IMAGES_PAGE, cursor: next });
      images.push(...page.images);
      next = page.next_cursor;
    } while (limit === undefined && next !== null);
    const records = images.map((image) => toImageRecord(imageStoreUrl, image));
    return { images: records, ...(next !== null && { next_cursor: next }) };
  },
});
