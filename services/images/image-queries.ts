import type { StoredImage } from '@styling/contracts';
import { type AsOf, checkpointsOf, type ListCursor, type Positions, pageOf, writeCursor } from '@styling/projections';
import { type Kysely, sql } from 'kysely';
import { imageProjection } from './image-projection.ts';
import type { ImagesTables } from './tables.ts';

/** Columns of a {@link StoredImage}, which Postgres formats as JSON: faster than reading rows. */
const STORED = sql`i.image_id, i.object, i.mime_type, i.category, i.endpoint,
  to_char(i.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at, i.persistent,
  to_char(i.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as expires_at, i.width, i.height, i.provider, i.model, i.approximations, i.request_id as job_id`;

const CHECKPOINTS = sql`${checkpointsOf(imageProjection.name)} as checkpoints`;

/** An expired image is gone to the second, even while its object exists. */
const exists = (now: Date) => sql`(i.expires_at is null or i.expires_at > ${now})`;

/** A page of a user's images. */
export type PageRequest = { readonly user_id: string; readonly limit: number; readonly after: ListCursor | null };

/** A page, newest image first, and the cursor of the next where more is left. */
export type ImagePage = { readonly images: StoredImage[]; readonly next_cursor: string | null };

/** Pages of images that exist at `now`, one for each request in their order, by one statement. */
export async function pagesOfImages(
  db: Kysely<ImagesTables>,
  asked: readonly PageRequest[],
  now: Date,
): Promise<AsOf<ImagePage>[]> {
  // Without a cursor a page begins at the end of time, so that the statement is the same.
  const { rows } = await sql<{ found: StoredImage[]; checkpoints: Positions }>`
    select (select coalesce(json_agg(stored), '[]') from (
      select ${STORED} from image i
      where i.user_id = asked.user_id and ${exists(now)} and (i.created_at, i.image_id) < (asked.moment, asked.image_id)
      order by i.created_at desc, i.image_id desc limit asked.most + 1) as stored) as found, ${CHECKPOINTS}
    from unnest(${asked.map(({ user_id }) => user_id)}::text[], ${asked.map(({ limit }) => limit)}::integer[],
      ${asked.map(({ after }) => after?.created_at ?? 'infinity')}::timestamptz[],
      ${asked.map(({ after }) => after?.id ?? '')}::text[])
      with ordinality as asked (user_id, most, moment, image_id, place)
    order by place`.execute(db);
  return rows.map(({ found, checkpoints }, index) => {
    const { items: images, next_cursor } = pageOf(found, asked[index]?.limit ?? 0, (last) =>
      writeCursor({ created_at: last.created_at, id: last.image_id }),
    );
    return { value: { images, next_cursor }, checkpoints };
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

/** How many images a user has, expired ones that are still there too. */
export async function countImagesOf(db: Kysely<ImagesTables>, user_id: string): Promise<AsOf<number>> {
  const { rows } = await sql<AsOf<number>>`
    select count(*)::integer as value, ${CHECKPOINTS} from image where user_id = ${user_id}`.execute(db);
  return rows[0] as AsOf<number>;
}
