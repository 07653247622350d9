import { ask } from '@styling/bus';
import {
  deleteImage,
  getImage,
  IMAGES_PAGE,
  imageId,
  keepImage,
  listImages as listImagesQuery,
  type Open,
  type StoredImage,
  storedImage,
} from '@styling/contracts';
import { ServiceError } from '@styling/service';
import { z } from 'zod';
import type { Gateway } from '../gateway.ts';
import { defineEndpoint, PagedList } from '../http/define-endpoint.ts';
import { idInPath, pageParameters } from '../http/parameters.ts';

/** Rows of a further page of a list without `limit`: some 100 kB, which stay in memory if a client does not read. */
const FURTHER_PAGE = 250;

/** Public URL of an object; no event, row or log line contains it. */
export const imageUrl = (storeUrl: string, object: string): string => `${storeUrl.replace(/\/$/, '')}/${object}`;

/** Image record (spec, "Resources and their fields"). */
const record = storedImage.omit({ object: true }).extend({ image_url: z.url() }).meta({ id: 'ImageRecord' });

type ImageRecord = Open<z.output<typeof record>>;

const toRecord = (storeUrl: string, { object, ...image }: Open<StoredImage>): ImageRecord => ({
  image_url: imageUrl(storeUrl, object),
  ...image,
});

const example: z.output<typeof record> = {
  image_url: 'http://localhost:9000/styling/images/img_5f2b8c1d9e3a4f6071829304.jpg',
  image_id: 'img_5f2b8c1d9e3a4f6071829304',
  mime_type: 'image/jpeg',
  category: 'try-on',
  endpoint: '/try_on_outfit',
  created_at: '2026-01-02T03:04:05.678Z',
  persistent: true,
  expires_at: null,
  width: 896,
  height: 1200,
  provider: 'ondevice',
  model: 'ondevice-1',
  approximations: ['sleeves_kept'],
  job_id: 'req_5f2b8c1d9e3a4f6071829304',
};

const params = z.object({
  id: idInPath(
    imageId,
    'image_not_found',
    'Image id, as returned by `POST /try_on_outfit` or `GET /images`',
    example.image_id,
  ),
});

export const listImages = defineEndpoint({
  id: 'listImages',
  method: 'get',
  path: '/images',
  summary: 'List your images',
  description: `All images generated with any of your keys, newest first: try-ons and style suggestions. Without \`limit\`
the list is complete. With it, \`next_cursor\` is present if there are more: pass it as \`cursor\` to get the next page.`,
  query: z.object(pageParameters),
  success: {
    description: 'The images',
    schema: z.object({ images: z.array(record), next_cursor: z.string().optional() }).meta({ id: 'Images' }),
    example: { images: [example] },
  },
  async handle({ gateway, caller: { user_id } }, { limit, cursor = null }) {
    const first = await pageOf(gateway, { user_id, limit: limit ?? IMAGES_PAGE, cursor });
    const { images, next_cursor } = first;
    if (next_cursor === null) return { images };
    if (limit !== undefined) return { images, next_cursor };
    return new PagedList('images', allFrom(gateway, user_id, first));
  },
});

type Page = { readonly images: ImageRecord[]; readonly next_cursor: string | null };

async function pageOf({ bus, imageStoreUrl }: Gateway, asked: z.input<typeof listImagesQuery.request>): Promise<Page> {
  const { images, next_cursor } = await ask(bus, listImagesQuery, asked);
  return { images: images.map((image) => toRecord(imageStoreUrl, image)), next_cursor };
}

async function* allFrom(gateway: Gateway, user_id: string, first: Page): AsyncGenerator<Page['images']> {
  yield first.images;
  for (let cursor = first.next_cursor; cursor !== null; ) {
    const page = await pageOf(gateway, { user_id, limit: FURTHER_PAGE, cursor });
    yield page.images;
    cursor = page.next_cursor;
  }
}

export const imageEndpoints = [
  listImages,
  defineEndpoint({
    id: 'getImage',
    method: 'get',
    path: '/images/:id',
    summary: 'Get one image record',
    description: 'The record of an image that was generated with one of your keys.',
    params,
    success: { description: 'The record', schema: record, example },
    async handle({ gateway: { bus, imageStoreUrl }, caller: { user_id } }, { id: image_id }) {
      const { image } = await ask(bus, getImage, { user_id, image_id });
      // For a missing, foreign, expired or deleted one alike.
      if (!image) throw new ServiceError('image_not_found');
      return toRecord(imageStoreUrl, image);
    },
  }),
  defineEndpoint({
    id: 'deleteImage',
    method: 'delete',
    path: '/images/:id',
    summary: 'Delete one image',
    description: `Deletes an image that was generated with one of your keys, a permanently stored one too: once this is answered, its
record is gone and its address resolves no longer. Safe to repeat: what is gone is a 404.`,
    params,
    success: { status: 204, description: 'It is deleted' },
    async handle({ gateway: { bus }, caller: { user_id } }, { id: image_id }) {
      const { deleted } = await ask(bus, deleteImage, { user_id, image_id });
      if (!deleted) throw new ServiceError('image_not_found');
    },
  }),
  defineEndpoint({
    id: 'keepImage',
    method: 'post',
    path: '/images/:id/keep',
    summary: 'Keep one image for ever',
    description: `Keeps an image that would be deleted at its \`expires_at\`, as if it had been generated with \`store_image\`: its address
resolves until you delete it. Safe to repeat. In the last seconds before it expires it is a 404.`,
    params,
    success: { description: 'The record, now persistent', schema: record, example },
    async handle({ gateway: { bus, imageStoreUrl }, caller: { user_id } }, { id: image_id }) {
      const { image } = await ask(bus, keepImage, { user_id, image_id });
      if (!image) throw new ServiceError('image_not_found');
      return toRecord(imageStoreUrl, image);
    },
  }),
];
