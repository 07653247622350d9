import { ask, askForText } from '@styling/bus';
import { IMAGES_PAGE, JsonText, listImages as listImagesQuery, type StoredImage } from '@styling/contracts';
import { parseFields } from '@styling/http';
import { z } from 'zod';
import { defineEndpoint } from '../http/define-endpoint.ts';
import { imageRecord, imageRecordExample, toImageRecords } from '../http/image-record.ts';
import { cursorParameter, limitParameter } from '../http/page-parameters.ts';

const query = z.object({ limit: limitParameter, cursor: cursorParameter });

/** How the last page of a reply ends; a client gets no `next_cursor` with it. */
const LAST = ',"next_cursor":null}';

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
    const asked = { user_id, limit: limit ?? IMAGES_PAGE };
    const page = await askForText(bus, listImagesQuery, { ...asked, cursor });
    const records = (text: string) => new JsonText(toImageRecords(imageStoreUrl, text));
    if (page.endsWith(LAST)) return records(`${page.slice(0, -LAST.length)}}`);
    if (limit !== undefined) return records(page);
    // Replies of the bus are bounded; without a limit the list is not.
    const first: { images: StoredImage[]; next_cursor: string | null } = JSON.parse(page);
    const images = [...first.images];
    for (let next = first.next_cursor; next !== null; ) {
      const more = await ask(bus, listImagesQuery, { ...asked, cursor: next });
      images.push(...more.images);
      next = more.next_cursor;
    }
    return records(JSON.stringify({ images }));
  },
});
