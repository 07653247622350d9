import { ask } from '@styling/bus';
import { IMAGES_PAGE, listImages as listImagesQuery } from '@styling/contracts';
import { parseFields } from '@styling/http';
import { z } from 'zod';
import type { Gateway } from '../gateway.ts';
import { defineEndpoint } from '../http/define-endpoint.ts';
import { imageRecord, imageRecordExample, toImageRecord } from '../http/image-record.ts';
import { PagedList } from '../http/paged-list.ts';
import { cursorParameter, limitParameter } from '../http/query-parameters.ts';

/** Rows of every page but the first of a list without `limit`: some 100 kB, which a client that does not read keeps in memory. */
const FURTHER_PAGE = 250;

const query = z.object({ limit: limitParameter, cursor: cursorParameter });

export const listImages = defineEndpoint({
  id: 'listImages',
  method: 'get',
  path: '/images',
  tag: 'Image records',
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
  async handle({ gateway, caller: { user_id }, request }) {
    const { limit, cursor = null } = parseFields(query, request.query);
    const first = await pageOf(gateway, { user_id, limit: limit ?? IMAGES_PAGE, cursor });
    const { images, next_cursor } = first;
    if (next_cursor === null) return { images };
    if (limit !== undefined) return { images, next_cursor };
    return new PagedList(
      'images',
      allFrom(first, (after) => pageOf(gateway, { user_id, limit: FURTHER_PAGE, cursor: after })),
    );
  },
});

type Page = { readonly images: ReturnType<typeof toImageRecord>[]; readonly next_cursor: string | null };

async function pageOf({ bus, imageStoreUrl }: Gateway, asked: z.input<typeof listImagesQuery.request>): Promise<Page> {
  const { images, next_cursor } = await ask(bus, listImagesQuery, asked);
  return { images: images.map((image) => toImageRecord(imageStoreUrl, image)), next_cursor };
}

/** The records of a page and of all that follow. */
async function* allFrom(
  { images, next_cursor }: Page,
  pageAfter: (cursor: string) => Promise<Page>,
): AsyncGenerator<Page['images']> {
  yield images;
  for (let next = next_cursor; next !== null; ) {
    const page = await pageAfter(next);
    yield page.images;
    next = page.next_cursor;
  }
}
