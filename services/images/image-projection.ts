import { type ImageCreated, type StylingEvent, subjects } from '@styling/contracts';
import { arrayLiteral, type Projection } from '@styling/projections';
import { sql, type Transaction } from 'kysely';
import { applyAssets } from './apply-assets.ts';
import type { ImagesTables } from './tables.ts';

/** Images and assets that exist: `image.created` adds one, `image.kept` makes it persistent, `image.deleted` takes it away for good; so for assets. */
export const imageProjection: Projection<ImagesTables> = {
  name: 'images',
  sources: [subjects.allImages, subjects.allAssets],
  tables: ['image', 'deleted_image', 'disowned_key', 'asset', 'deleted_asset'],
  async apply(trx, batch) {
    const events = batch.map(({ event }) => event);
    await applyAssets(trx, events);
    const { created, kept, deleted, disowned } = foldImages(events);
    if (deleted.length > 0) {
      const ids = sql`${arrayLiteral(deleted)}::text[]`;
      await sql`insert into deleted_image select * from unnest(${ids}) on conflict do nothing`.execute(trx);
      await sql`delete from image where image_id = any(${ids})`.execute(trx);
    }
    if (disowned.length > 0) {
      const ids = sql`${arrayLiteral(disowned)}::text[]`;
      await sql`insert into disowned_key select * from unnest(${ids}) on conflict do nothing`.execute(trx);
    }
    if (created.length > 0) await addImages(trx, created);
    if (kept.length > 0) {
      const ids = sql`${arrayLiteral(kept)}::text[]`;
      await sql`update image set persistent = true, expires_at = null where image_id = any(${ids})`.execute(trx);
    }
  },
};

/** Rows go as columns, so that the statement is prepared once. What was deleted stays deleted. */
async function addImages(trx: Transaction<ImagesTables>, created: readonly ImageCreated[]): Promise<void> {
  const column = (value: (event: ImageCreated) => string | number | boolean | null) => arrayLiteral(created.map(value));
  await sql`
    insert into image (image_id, user_id, key_id, object, mime_type, category, endpoint, created_at, persistent, expires_at,
      width, height, provider, model, approximations, request_id)
    select * from unnest(
      ${column(({ data }) => data.image_id)}::text[], ${column(({ data }) => data.user_id)}::text[],
      ${column(({ data }) => data.key_id)}::text[], ${column(({ data }) => data.object)}::text[],
      ${column(({ data }) => data.mime_type)}::text[], ${column(({ data }) => data.category)}::text[],
      ${column(({ data }) => data.endpoint)}::text[], ${column(({ time }) => time)}::timestamptz[],
      ${column(({ data }) => data.persistent)}::boolean[], ${column(({ data }) => data.expires_at)}::timestamptz[],
      ${column(({ data }) => data.width)}::int[], ${column(({ data }) => data.height)}::int[],
      ${column(({ data }) => data.provider)}::text[], ${column(({ data }) => data.model)}::text[],
      ${column(({ data }) => JSON.stringify(data.approximations))}::jsonb[],
      ${column(({ data }) => data.request_id)}::text[]
    ) as made (image_id)
    where not exists (select from deleted_image where deleted_image.image_id = made.image_id)
    on conflict (image_id) do nothing`.execute(trx);
}

/** Net effect of a batch: the first event of each new image, ids of kept and of deleted images, which win, and disowned keys. */
function foldImages(events: readonly StylingEvent[]) {
  const created = new Map<string, ImageCreated>();
  const kept = new Set<string>();
  const deleted = new Set<string>();
  const disowned = new Set<string>();
  for (const event of events) {
    if (event.type === 'image.kept') kept.add(event.data.image_id);
    if (event.type === 'image.deleted') deleted.add(event.data.image_id);
    if (event.type === 'image.disowned') disowned.add(event.data.key_id);
    if (event.type === 'image.created' && !created.has(event.data.image_id)) created.set(event.data.image_id, event);
  }
  return { created: [...created.values()], kept: [...kept], deleted: [...deleted], disowned: [...disowned] };
}
