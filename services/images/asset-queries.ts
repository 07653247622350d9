import type { StoredAsset } from '@styling/contracts';
import { type AsOf, checkpointsOf, type ListCursor, type Positions, pageOf, writeCursor } from '@styling/projections';
import { type Kysely, sql } from 'kysely';
import { imageProjection } from './image-projection.ts';
import type { AssetTable, ImagesTables } from './tables.ts';

/** Columns of a {@link StoredAsset}, which Postgres formats as JSON. */
const utc = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${sql.ref(column)}`;
const STORED = sql`asset_id, kind, width, height, bytes, ${utc('created_at')}, ${utc('expires_at')}, checks`;

const CHECKPOINTS = sql`${checkpointsOf(imageProjection.name)} as checkpoints`;

/** An expired asset is gone to the second, even while its object exists. */
const existing = (user_id: string, now: Date) => sql`user_id = ${user_id} and expires_at > ${now}`;

/** A page of assets, newest first, and the cursor of the next where more is left. */
export type AssetPage = { readonly assets: StoredAsset[]; readonly next_cursor: string | null };

/** Assets of a user that exist at `now`, behind `after`. */
export async function pageOfAssets(
  db: Kysely<ImagesTables>,
  { user_id, limit, after }: { user_id: string; limit: number; after: ListCursor | null },
  now: Date,
): Promise<AsOf<AssetPage>> {
  const { found, checkpoints } = await one<{ found: StoredAsset[] }>(
    db,
    sql`(select coalesce(json_agg(stored), '[]') from (
      select ${STORED} from asset where ${existing(user_id, now)}
        and (asset.created_at, asset_id) < (${after?.created_at ?? 'infinity'}::timestamptz, ${after?.id ?? ''})
      order by asset.created_at desc, asset_id desc limit ${limit + 1}) as stored) as found`,
  );
  const { items: assets, next_cursor } = pageOf(found, limit, (last) =>
    writeCursor({ created_at: last.created_at, id: last.asset_id }),
  );
  return { value: { assets, next_cursor }, checkpoints };
}

/** An asset of a user at `now` and the UTC day of its last use; nulls when there is none. */
export async function findAsset(
  db: Kysely<ImagesTables>,
  { user_id, asset_id }: Pick<AssetTable, 'user_id' | 'asset_id'>,
  now: Date,
): Promise<AsOf<{ asset: StoredAsset | null; used_on: string | null }>> {
  const { checkpoints, ...value } = await one<{ asset: StoredAsset | null; used_on: string | null }>(
    db,
    sql`(select row_to_json(stored) from (
        select ${STORED} from asset where asset_id = ${asset_id} and ${existing(user_id, now)}) as stored) as asset,
      (select to_char(used_at at time zone 'UTC', 'YYYY-MM-DD') from asset
        where asset_id = ${asset_id} and ${existing(user_id, now)}) as used_on`,
  );
  return { value, checkpoints };
}

/** How many assets a user has at `now`, and their bytes. */
export async function countAssetsOf(
  db: Kysely<ImagesTables>,
  user_id: string,
  now: Date,
): Promise<AsOf<{ assets: number; bytes: number }>> {
  const { checkpoints, ...value } = await one<{ assets: number; bytes: number }>(
    db,
    sql`(select count(*)::integer from asset where ${existing(user_id, now)}) as assets,
      (select coalesce(sum(bytes), 0)::float8 from asset where ${existing(user_id, now)}) as bytes`,
  );
  return { value, checkpoints };
}

/** One row of `columns`, and the checkpoints of its snapshot. */
async function one<Row>(db: Kysely<ImagesTables>, columns: ReturnType<typeof sql>) {
  const { rows } = await sql<Row & { checkpoints: Positions }>`select ${columns}, ${CHECKPOINTS}`.execute(db);
  return rows[0] as Row & { checkpoints: Positions };
}
