import type { AssetCreated, AssetUsed, StylingEvent } from '@styling/contracts';
import { arrayLiteral, type Statement } from '@styling/projections';
import { type RawBuilder, sql } from 'kysely';

/**
 * The statements that write assets: `asset.created` adds one, `asset.used` has its life begin again, `asset.deleted` takes it away
 * for good. One statement for each kind of event that there is, as each has to see what the one before did.
 */
export function foldAssets(events: readonly StylingEvent[]): Statement[] {
  const created = events.filter((event) => event.type === 'asset.created');
  const used = events.filter((event) => event.type === 'asset.used');
  const deleted = events.filter((event) => event.type === 'asset.deleted').map(({ data }) => data.asset_id);
  const ids = sql`${arrayLiteral(deleted)}::text[]`;
  return [
    ...(created.length > 0 ? [{ added: addAssets(created) }] : []),
    ...(used.length > 0 ? [{ prolonged: prolong(used) }] : []),
    ...(deleted.length > 0
      ? [
          {
            deleted: sql`insert into deleted_asset select distinct * from unnest(${ids}) on conflict do nothing`,
            removed: sql`delete from asset where asset_id = any(${ids})`,
          },
        ]
      : []),
  ];
}

/** Rows go as columns, so that the statement is prepared once. What was deleted stays deleted. */
function addAssets(created: readonly AssetCreated[]): RawBuilder<unknown> {
  const column = (value: (event: AssetCreated) => string | number) =>
    arrayLiteral(created.map((event) => String(value(event))));
  return sql`
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
    on conflict (asset_id) do nothing`;
}

/** Events of several gateways may come in another order than their times. */
function prolong(used: readonly AssetUsed[]): RawBuilder<unknown> {
  return sql`
    update asset set
      used_at = greatest(used_at, use.time),
      expires_at = greatest(used_at, use.time) + lifetime_seconds * interval '1 second'
    from (
      select asset_id, max(time) as time from unnest(
        ${arrayLiteral(used.map(({ data }) => data.asset_id))}::text[],
        ${arrayLiteral(used.map(({ time }) => time))}::timestamptz[]
      ) as used (asset_id, time) group by asset_id
    ) as use
    where asset.asset_id = use.asset_id`;
}
