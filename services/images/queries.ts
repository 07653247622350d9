import type { StoredAsset } from '@styling/contracts';
import { type AsOf, checkpointsOf, isoTime, readItems, type UserList } from '@styling/projections';
import { type Kysely, sql } from 'kysely';
import { imageProjection } from './image-projection.ts';

const CHECKPOINTS = sql`${checkpointsOf(imageProjection.name)} as checkpoints`;

/** An expired image is gone to the second, even while its object exists. */
export const imageList: UserList = {
  projection: imageProjection.name,
  table: 'image',
  id: 'image_id',
  columns: sql`image_id, object, mime_type, category, endpoint, ${isoTime('item.created_at')} as created_at, persistent,
    ${isoTime('expires_at')} as expires_at, width, height, provider, model, approximations, request_id as job_id`,
  exists: (now) => sql`(item.expires_at is null or item.expires_at > ${now})`,
};

export const assetList: UserList = {
  projection: imageProjection.name,
  table: 'asset',
  id: 'asset_id',
  columns: sql`asset_id, kind, width, height, bytes, ${isoTime('item.created_at')} as created_at,
    ${isoTime('expires_at')} as expires_at, checks`,
  exists: (now) => sql`item.expires_at > ${now}`,
};

/** An asset of a user at `now` and the UTC day of its last use; nulls when there is none. */
export async function findAsset(
  db: Kysely<unknown>,
  { user_id, asset_id }: { readonly user_id: string; readonly asset_id: string },
  now: Date,
): Promise<AsOf<{ asset: StoredAsset | null; used_on: string | null }>> {
  const columns = sql`${assetList.columns}, to_char(used_at at time zone 'UTC', 'YYYY-MM-DD') as used_on`;
  const asked = [{ user_id, id: asset_id }];
  const rows = await readItems<StoredAsset & { used_on: string }>(db, { ...assetList, columns }, asked, now);
  const { value, checkpoints = {} } = rows[0] ?? {};
  if (!value) return { value: { asset: null, used_on: null }, checkpoints };
  const { used_on, ...asset } = value;
  return { value: { asset, used_on }, checkpoints };
}

/** Counts a user's images, including expired ones still there. */
export async function countImagesOf(db: Kysely<unknown>, user_id: string): Promise<AsOf<number>> {
  const { rows } = await sql<AsOf<number>>`
    select count(*)::integer as value, ${CHECKPOINTS} from image where user_id = ${user_id}`.execute(db);
  return rows[0] as AsOf<number>;
}

type AssetCount = { readonly assets: number; readonly bytes: number };

/** Counts a user's assets at `now`, and their bytes. */
export async function countAssetsOf(db: Kysely<unknown>, user_id: string, now: Date): Promise<AsOf<AssetCount>> {
  const { rows } = await sql<AsOf<AssetCount>>`
    select json_build_object('assets', count(*), 'bytes', coalesce(sum(bytes), 0)) as value, ${CHECKPOINTS}
    from asset as item where user_id = ${user_id} and ${assetList.exists(now)}`.execute(db);
  return rows[0] as AsOf<AssetCount>;
}
