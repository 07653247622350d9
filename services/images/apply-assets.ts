import type { AssetCreated, AssetUsed, StylingEvent } from '@styling/contracts';
import { arrayLiteral } from '@styling/projections';
import { sql, type Transaction } from 'kysely';
import type { ImagesTables } from './tables.ts';

/** Assets that exist: `asset.created` adds one, `asset.used` has its life begin again, `asset.deleted` takes it away for good. */
export async function applyAssets(trx: Transaction<ImagesTables>, events: readonly StylingEvent[]): Promise<void> {
  const created = events.filter((event) => event.type === 'asset.created');
  const used = events.filter((event) => event.type === 'asset.used');
  const deleted = events.filter((event) => event.type === 'asset.deleted').map(({ data }) => data.asset_id);
  if (created.length > 0) await addAssets(trx, created);
  if (used.length > 0) await prolong(trx, used);
  if (deleted.length === 0) return;
  const ids = sql`${arrayLiteral(deleted)}::text[]`;
  await sql`insert into deleted_asset select distinct * from unnest(${ids}) on conflict do nothing`.execute(trx);
  await sql`delete from asset where asset_id = any(${ids})`.execute(trx);
}

/** Rows go as columns, so that the statement is prepared once. What was deleted stays deleted. */
async function addAssets(trx: Transaction<ImagesTables>, created: readonly AssetCreated[]): Promise<void> {
  const column = (value: (event: AssetCreated) => string | number) =>
    arrayLiteral(created.map((event) => String(value(event))));
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
async function prolong(trx: Transaction<ImagesTables>, used: readonly AssetUsed[]): Promise<void> {
  await sql`
    update asset set
      used_at = greatest(used_at, use.time),
      expires_at = greatest(used_at, use.time) + lifetime_seconds * interval '1 second'
    from (
      select asset_id, max(time) as time from unnest(
        ${arrayLiteral(used.map(({ data }) => data.asset_id))}::text[],
        ${arrayLiteral(used.map(({ time }) => time))}::timestamptz[]
      ) as used (asset_id, time) group by asset_id
    ) as use
    where asset.asset_id = use.asset_id`.execute(trx);
}
