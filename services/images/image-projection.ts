import { type ImageCreated, type StylingEvent, subjects } from '@styling/contracts';
import type { Projection } from '@styling/projections';
import type { Insertable } from 'kysely';
import type { ImagesTables, ImageTable } from './tables.ts';

/** Images that exist: `image.created` adds one, `image.deleted` takes it away for good. */
export const imageProjection: Projection<ImagesTables> = {
  name: 'images',
  filter: subjects.allImages,
  tables: ['image', 'deleted_image', 'disowned_key'],
  async apply(trx, batch) {
    const { created, deleted, disowned } = foldImages(batch.map(({ event }) => event));
    if (deleted.length > 0) {
      await trx
        .insertInto('deleted_image')
        .values(deleted.map((image_id) => ({ image_id })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await trx.deleteFrom('image').where('image_id', 'in', deleted).execute();
    }
    if (disowned.length > 0) {
      await trx
        .insertInto('disowned_key')
        .values(disowned.map((key_id) => ({ key_id })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    if (created.length === 0) return;
    const gone = await trx
      .selectFrom('deleted_image')
      .select('image_id')
      .where(
        'image_id',
        'in',
        created.map(({ image_id }) => image_id),
      )
      .execute();
    const goneIds = new Set(gone.map(({ image_id }) => image_id));
    const there = created.filter(({ image_id }) => !goneIds.has(image_id));
    if (there.length === 0) return;
    await trx
      .insertInto('image')
      .values(there)
      .onConflict((conflict) => conflict.column('image_id').doNothing())
      .execute();
  },
};

/** What a batch comes to: new rows, the first of each image; ids of the deleted, who win; keys without an owner. */
export function foldImages(events: readonly StylingEvent[]): {
  created: Insertable<ImageTable>[];
  deleted: string[];
  disowned: string[];
} {
  const created = new Map<string, Insertable<ImageTable>>();
  const deleted = new Set<string>();
  const disowned = new Set<string>();
  for (const event of events) {
    if (event.type === 'image.deleted') deleted.add(event.data.image_id);
    if (event.type === 'image.disowned') disowned.add(event.data.key_id);
    if (event.type === 'image.created' && !created.has(event.data.image_id)) {
      created.set(event.data.image_id, rowOf(event));
    }
  }
  return { created: [...created.values()], deleted: [...deleted], disowned: [...disowned] };
}

const rowOf = ({ time, data }: ImageCreated): Insertable<ImageTable> => ({
  image_id: data.image_id,
  user_id: data.user_id,
  key_id: data.key_id,
  object: data.object,
  mime_type: data.mime_type,
  category: data.category,
  endpoint: data.endpoint,
  created_at: new Date(time),
  persistent: data.persistent,
  expires_at: data.expires_at === null ? null : new Date(data.expires_at),
});
