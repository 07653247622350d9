import { type StylingEvent, subjects } from '@styling/contracts';
import type { Projection } from '@styling/projections';
import { sql, type Transaction } from 'kysely';

/** Images and assets that exist. Deletion is final. */
export const imageProjection: Projection = {
  name: 'images',
  sources: [subjects.allImages, subjects.allAssets],
  tables: ['image', 'deleted_image', 'disowned_key', 'asset', 'deleted_asset'],
  // One statement after the other, as each has to see what the one before did.
  async apply(trx, batch) {
    const events = batch.map(({ event }) => event);
    const images = events.filter((event) => event.type === 'image.created').map(rowOf);
    const assets = events.filter((event) => event.type === 'asset.created').map(assetRowOf);
    await write(trx, 'image', images, idsOf(events, 'image.deleted'));
    await write(trx, 'asset', assets, idsOf(events, 'asset.deleted'));
    const disowned = idsOf(events, 'image.disowned');
    if (disowned.length > 0) {
      await sql`insert into disowned_key select * from unnest(${disowned}::text[]) on conflict do nothing`.execute(trx);
    }
    const kept = idsOf(events, 'image.kept');
    if (kept.length > 0) {
      await sql`
        update image set persistent = true, expires_at = null where image_id = any(${kept}::text[])`.execute(trx);
    }
    const used = events.filter((event) => event.type === 'asset.used');
    if (used.length > 0) await prolong(trx, used);
  },
};

const idsOf = (events: readonly StylingEvent[], wanted: StylingEvent['type']): string[] =>
  events.filter(({ type }) => type === wanted).map(({ subject }) => subject);

const rowOf = <Data>({ subject, data, time }: { subject: string; data: Data; time: string }) => ({
  ...data,
  id: subject,
  created_at: time,
});

function assetRowOf(event: Extract<StylingEvent, { type: 'asset.created' }>) {
  const expires = Date.parse(event.time) + event.data.lifetime_seconds * 1000;
  return { ...rowOf(event), used_at: event.time, expires_at: new Date(expires).toISOString() };
}

/** Rows go as JSON: the statement is prepared once. What was deleted stays deleted; the first of each picture counts. */
async function write(
  trx: Transaction<unknown>,
  kind: 'image' | 'asset',
  rows: readonly { readonly id: string }[],
  deleted: readonly string[],
): Promise<void> {
  const [table, id, gone] = [sql.table(kind), sql.ref(`${kind}_id`), sql.table(`deleted_${kind}`)];
  if (deleted.length > 0) {
    await sql`insert into ${gone} select * from unnest(${deleted}::text[]) on conflict do nothing`.execute(trx);
    await sql`delete from ${table} where ${id} = any(${deleted}::text[])`.execute(trx);
  }
  if (rows.length === 0) return;
  // The last entry of a key counts in a map, hence reversed.
  const first = [...new Map(rows.toReversed().map((row) => [row.id, row])).values()];
  await sql`
    insert into ${table} select made.* from json_populate_recordset(null::${table}, ${JSON.stringify(first)}) as made
    where not exists (select from ${gone} as gone where gone.${id} = made.${id})
    on conflict do nothing`.execute(trx);
}

/** Events of several gateways may come in another order than their times. */
async function prolong(trx: Transaction<unknown>, used: readonly StylingEvent[]): Promise<void> {
  await sql`
    update asset set
      used_at = greatest(used_at, use.time),
      expires_at = greatest(used_at, use.time) + lifetime_seconds * interval '1 second'
    from (
      select asset_id, max(time) as time from unnest(
        ${used.map(({ subject }) => subject)}::text[],
        ${used.map(({ time }) => time)}::timestamptz[]
      ) as used (asset_id, time) group by asset_id
    ) as use
    where asset.asset_id = use.asset_id`.execute(trx);
}
