import { type ImageCreated, type StylingEvent, subjects } from '@styling/contracts';
import type { Projection } from '@styling/projections';
import type { Insertable } from 'kysely';
import type { ImagesTables, ImageTable } from './tables.ts';

/** Images that exist: `image.created` adds one, `image.deleted` takes it away. */
export const imageProjection: Projection<ImagesTables> = {
  name: 'images',
  filter: subjects.allImages,
  tables: ['image'],
  async apply(trx, batch) {
    const { created, deleted } = foldImages(batch.map(({ event }) => event));
    if (created.length > 0) {
      await trx
        .insertInto('image')
        .values(created)
        .onConflict((conflict) => conflict.column('image_id').doNothing())
        .execute();
    }
    if (deleted.length > 0) {
      await trx.updateTable('image').set({ deleted: true }).where('image_id', 'in', deleted).execute();
    }
  },
};

/** What a batch comes to: new rows, the first of each image, and ids of the deleted, to be applied in that order. */
export function foldImages(events: readonly StylingEvent[]): { created: Insertable<ImageTable>[]; deleted: string[] } {
  const created = new Map<string, Insertable<ImageTable>>();
  const deleted = new Set<string>();
  for (const event of events) {
    if (event.type === 'image.deleted') deleted.add(event.data.image_id);
    if (event.type === 'image.created' && !created.has(event.data.image_id)) {
      created.set(event.data.image_id, rowOf(event));
    }
  }
  return { created: [...created.values()], deleted: [...deleted] };
}

const rowOf = ({ time, data }: ImageCreated): Insertable<ImageTable> => ({
  image_id: data.image_id,
  user_id: data.user_id,
  object: data.object,
  mime_type: data.mime_type,
  category: data.category,
  endpoint: data.endpoint,
  created_at: new Date(time),
  persistent: data.persistent,
  expires_at: data.expires_at === null ? null : new Date(data.expires_at),
  deleted: false,
});
