import { JsonText, type StoredImage } from '@styling/contracts';
import { type AsOf, checkpointsOf, type Positions } from '@styling/projections';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { type Cursor, cursorAfter } from './cursor.ts';
import { imageProjection } from './image-projection.ts';
import type { ImagesTables, ImageTable } from './tables.ts';

/** Columns of a {@link StoredImage}, which Postgres formats as JSON: faster than reading rows. */
const STORED = sql`i.image_id, i.object, i.mime_type, i.category, i.endpoint,
  to_char(i.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at, i.persistent,
  to_char(i.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as expires_at, i.width, i.height, i.provider, i.model, i.approximations, i.request_id as job_id`;

const CHECKPOINTS = sql`${checkpointsOf(imageProjection.name)} as checkpoints`;

/** An expired image is gone to the second, even while its object exists. */
const exists = (now: Date) => sql`(i.expires_at is null or i.expires_at > ${now})`;

/** A page of a user's images. */
export type PageRequest = { readonly user_id: string; readonly limit: number; readonly after: Cursor | null };

/** The last image of a page that another one follows. */
type LastImage = Pick<StoredImage, 'created_at' | 'image_id'>;

/** Pages of images that exist at `now`, one for each request in their order, by one statement: replies to `listImages`. */
export async function pagesOfImages(
  db: Kysely<ImagesTables>,
  asked: readonly PageRequest[],
  now: Date,
): Promise<AsOf<JsonText>[]> {
  // Without a cursor a page begins at the end of time, so that the statement is the same.
  const { rows } = await sql<{ images: string; last: LastImage | null; checkpoints: Positions }>`
    select array_to_json(found[:most])::text as images,
      case when cardinality(found) > most then found[most] end as last, ${CHECKPOINTS}
    from unnest(${asked.map(({ user_id }) => user_id)}::text[], ${asked.map(({ limit }) => limit)}::integer[],
      ${asked.map(({ after }) => after?.created_at ?? 'infinity')}::timestamptz[],
      ${asked.map(({ after }) => after?.id ?? '')}::text[])
      with ordinality as asked (user_id, most, moment, image_id, place),
    lateral (select coalesce(array_agg(row_to_json(stored)), '{}') as found from (
      select ${STORED} from image i
      where i.user_id = asked.user_id and ${exists(now)} and (i.created_at, i.image_id) < (asked.moment, asked.image_id)
      order by i.created_at desc, i.image_id desc limit asked.most + 1) as stored) as page
    order by place`.execute(db);
  return rows.map(({ images, last, checkpoints }) => {
    const next_cursor = last && cursorAfter({ created_at: last.created_at, id: last.image_id });
    return { value: new JsonText(`{"images":${images},"next_cursor":${JSON.stringify(next_cursor)}}`), checkpoints };
  });
}

/** An image by id, null for another user's. */
export type ImageRequest = { readonly user_id: string; readonly image_id: string };

/** Images that exist at `now`, one or null for each that is asked for in their order, by one statement. */
export async function findImages(
  db: Kysely<ImagesTables>,
  asked: readonly ImageRequest[],
  now: Date,
): Promise<AsOf<StoredImage | null>[]> {
  const { rows } = await sql<AsOf<StoredImage | null>>`
    select (select row_to_json(stored) from (
      select ${STORED} from image i
      where i.image_id = asked.image_id and i.user_id = asked.user_id and ${exists(now)}) as stored) as value,
      ${CHECKPOINTS}
    from unnest(${asked.map(({ user_id }) => user_id)}::text[], ${asked.map(({ image_id }) => image_id)}::text[])
      with ordinality as asked (user_id, image_id, place)
    order by place`.execute(db);
  return rows;
}

/** How many seconds ago the oldest image expired that is still there; 0 when there is none. */
export async function expiryLag(db: Kysely<ImagesTables>, now: Date): Promise<number> {
  const [oldest] = await expiredImages(db, now, 1);
  return oldest?.expires_at ? (now.getTime() - oldest.expires_at.getTime()) / 1000 : 0;
}

/** An image that is to be removed. */
export type Removable = Pick<ImageTable, 'image_id' | 'user_id' | 'object' | 'expires_at'>;

const REMOVABLE = ['image.image_id', 'image.user_id', 'image.object', 'image.expires_at'] as const;

/** Images whose time has passed and that are still there, oldest expiry first, behind `last`. */
export const expiredImages = (db: Kysely<ImagesTables>, now: Date, limit: number, last?: Removable) =>
  db
    .selectFrom('image')
    .select(REMOVABLE)
    .where('expires_at', '<=', now)
    .where(sql<boolean>`(expires_at, image_id) > (${last?.expires_at ?? '-infinity'}, ${last?.image_id ?? ''})`)
    .orderBy('expires_at')
    .orderBy('image_id')
    .limit(limit)
    .execute();

/** Images of erased users that are still there, by id, behind `last`. */
export const disownedImages = (db: Kysely<ImagesTables>, limit: number, last?: Removable) =>
  db
    .selectFrom('image')
    .innerJoin('disowned_key', 'disowned_key.key_id', 'image.key_id')
    .select(REMOVABLE)
    .where('image.image_id', '>', last?.image_id ?? '')
    .orderBy('image.image_id')
    .limit(limit)
    .execute();

/** A page of a user's images, expired ones too, newest first. */
export const imagesOf = (db: Kysely<ImagesTables>, user_id: string, limit: number) =>
  db
    .selectFrom('image')
    .select(REMOVABLE)
    .where('user_id', '=', user_id)
    .orderBy('created_at', 'desc')
    .orderBy('image_id', 'desc')
    .limit(limit)
    .execute();

/** How many images a user has, expired ones that are still there too. */
export async function countImagesOf(db: Kysely<ImagesTables>, user_id: string): Promise<AsOf<number>> {
  const { rows } = await sql<AsOf<number>>`
    select count(*)::integer as value, ${CHECKPOINTS} from image where user_id = ${user_id}`.execute(db);
  return rows[0] as AsOf<number>;
}
