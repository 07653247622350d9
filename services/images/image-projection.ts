import { type ImageCreated, type StylingEvent, subjects } from '@styling/contracts';
import { arrayLiteral, inStatements, type Projection, type Statement } from '@styling/projections';
import { type RawBuilder, sql } from 'kysely';
import { foldAssets } from './fold-assets.ts';
import type { ImagesTables } from './tables.ts';

/** Images and assets that exist: `image.created` adds one, `image.kept` makes it persistent, `image.deleted` takes it away for good; so for assets. */
export const imageProjection: Projection<ImagesTables> = {
  name: 'images',
  sources: [subjects.allImages, subjects.allAssets],
  tables: ['image', 'deleted_image', 'disowned_key', 'asset', 'deleted_asset'],
  ...inStatements((batch) => {
    const events = batch.map(({ event }) => event);
    return [...foldAssets(events), ...writeImages(foldImages(events))];
  }),
};

function writeImages({ created, kept, deleted, disowned }: ReturnType<typeof foldImages>): Statement[] {
  const ids = sql`${arrayLiteral(deleted)}::text[]`;
  const statement = {
    ...(deleted.length > 0 && {
      deleted: sql`insert into deleted_image select * from unnest(${ids}) on conflict do nothing`,
      removed: sql`delete from image where image_id = any(${ids})`,
    }),
    ...(disowned.length > 0 && {
      disowned: sql`
        insert into disowned_key select * from unnest(${arrayLiteral(disowned)}::text[]) on conflict do nothing`,
    }),
    ...(created.length > 0 && { added: addImages(created) }),
    // Those of before: what this statement adds, it does not see.
    ...(kept.length > 0 && {
      kept: sql`update image set persistent = true, expires_at = null where image_id = any(${arrayLiteral(kept)}::text[])`,
    }),
  };
  return Object.keys(statement).length > 0 ? [statement] : [];
}

/** Rows go as columns, so that the statement is prepared once. What was deleted stays deleted. */
function addImages(created: readonly ImageCreated[]): RawBuilder<unknown> {
  const column = (value: (event: ImageCreated) => string | number | boolean | null) => arrayLiteral(created.map(value));
  return sql`
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
    on conflict (image_id) do nothing`;
}

/**
 * Net effect of a batch: the first event of each new image, persistent if it is kept, and ids of kept images, both without those that
 * are deleted; ids of deleted images, and disowned keys.
 */
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
  for (const id of deleted) {
    created.delete(id);
    kept.delete(id);
  }
  const added = [...created.values()].map((event) => (kept.has(event.data.image_id) ? persistent(event) : event));
  return { created: added, kept: [...kept], deleted: [...deleted], disowned: [...disowned] };
}

const persistent = (event: ImageCreated): ImageCreated => ({
  ...event,
  data: { ...event.data, persistent: true, expires_at: null },
});
