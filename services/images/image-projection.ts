import { type AssetCreated, type AssetUsed, type ImageCreated, type StylingEvent, subjects } from '@styling/contracts';
import type { Projection } from '@styling/projections';
import { sql, type Transaction } from 'kysely';

/** Images and assets that exist. Deletion is final. */
export const imageProjection: Projection = {
  name: 'images',
  sources: [subjects.allImages, subjects.allAssets],
  tables: ['image', 'deleted_image', 'disowned_key', 'asset', 'deleted_asset'],
  async apply(trx, batch) {
    const events = batch.map(({ event }) => event);
    await writeAssets(trx, events);
    await writeImages(trx, foldImages(events));
  },
};

async function writeImages(
  trx: Transaction<unknown>,
  { created, kept, deleted, disowned }: ReturnType<typeof foldImages>,
): Promise<void> {
  if (deleted.length > 0) {
    await sql`insert into deleted_image select * from unnest(${deleted}::text[]) on conflict do nothing`.execute(trx);
    await sql`delete from image where image_id = any(${deleted}::text[])`.execute(trx);
  }
  if (disowned.length > 0) {
    await sql`insert into disowned_key select * from unnest(${disowned}::text[]) on conflict do nothing`.execute(trx);
  }
  if (created.length > 0) await addImages(trx, created);
  if (kept.length > 0) {
    await sql`
      update image set persistent = true, expires_at = null where image_id = any(${kept}::text[])`.execute(trx);
  }
}

/** Rows go as columns: the statement is prepared once. What was deleted stays deleted. */
async function addImages(trx: Transaction<unknown>, created: readonly ImageCreated[]): Promise<void> {
  const column = (value: (event: ImageCreated) => string | number | boolean | null) => created.map(value);
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

/** A batch's net effect: first events of new images, and kept ids, both without deleted ones; deleted ids; keys. */
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

/** Applies asset events; one statement after the other, as each has to see what the one before did. */
async function writeAssets(trx: Transaction<unknown>, events: readonly StylingEvent[]): Promise<void> {
  const created = events.filter((event) => event.type === 'asset.created');
  const used = events.filter((event) => event.type === 'asset.used');
  const deleted = events.filter((event) => event.type === 'asset.deleted').map(({ data }) => data.asset_id);
  if (created.length > 0) await addAssets(trx, created);
  if (used.length > 0) await prolong(trx, used);
  if (deleted.length > 0) {
    await sql`
      insert into deleted_asset select distinct * from unnest(${deleted}::text[]) on conflict do nothing`.execute(trx);
    await sql`delete from asset where asset_id = any(${deleted}::text[])`.execute(trx);
  }
}

async function addAssets(trx: Transaction<unknown>, created: readonly AssetCreated[]): Promise<void> {
  const column = (value: (event: AssetCreated) => string | number) => created.map((event) => String(value(event)));
  await sql`
    insert into asset (asset_id, user_id, key_id, kind, bytes, width, height, checks, created_at, lifetime_seconds, used_at, expires_at)
    select made.asset_id, user_id, key_id, kind, bytes, width, height, string_to_array(checks, ' '), created_at,
      lifetime_seconds, created_at, created_at + lifetime_seconds * interval '1 second'
    from unnest(
      ${column(({ data }) => data.asset_id)}::text[], ${column(({ data }) => data.user_id)}::text[],
      ${column(({ data }) => data.key_id)}::text[], ${column(({ data }) => data.kind)}::text[],
      ${column(({ data }) => data.bytes)}::integer[], ${column(({ data }) => data.width)}::integer[],
      ${column(({ data }) => data.height)}::integer[], ${column(({ data }) => data.checks.join(' '))}::text[],
      ${column(({ time }) => time)}::timestamptz[], ${column(({ data }) => data.lifetime_seconds)}::integer[]
    ) as made (asset_id, user_id, key_id, kind, bytes, width, height, checks, created_at, lifetime_seconds)
    where not exists (select from deleted_asset where deleted_asset.asset_id = made.asset_id)
    on conflict (asset_id) do nothing`.execute(trx);
}

/** Events of several gateways may come in another order than their times. */
async function prolong(trx: Transaction<unknown>, used: readonly AssetUsed[]): Promise<void> {
  await sql`
    update asset set
      used_at = greatest(used_at, use.time),
      expires_at = greatest(used_at, use.time) + lifetime_seconds * interval '1 second'
    from (
      select asset_id, max(time) as time from unnest(
        ${used.map(({ data }) => data.asset_id)}::text[],
        ${used.map(({ time }) => time)}::timestamptz[]
      ) as used (asset_id, time) group by asset_id
    ) as use
    where asset.asset_id = use.asset_id`.execute(trx);
}
