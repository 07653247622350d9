import type { StoredImage } from '@styling/contracts';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { type Cursor, cursorAfter } from './cursor.ts';
import type { ImagesTables } from './tables.ts';

/** A user's images that exist at `now`; an expired one is gone to the second, whenever its object goes. */
const existing = (db: Kysely<ImagesTables>, user_id: string, now: Date) =>
  db
    .selectFrom('image')
    .select(['image_id', 'object', 'mime_type', 'category', 'endpoint', 'created_at', 'persistent'])
    .where('user_id', '=', user_id)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]));

type Row = Omit<StoredImage, 'created_at'> & { created_at: Date };
const storedImage = (row: Row): StoredImage => ({ ...row, created_at: row.created_at.toISOString() });

/** One page of a user's images, newest first, and the cursor of the next where more is left. */
export async function pageOfImages(
  db: Kysely<ImagesTables>,
  request: { user_id: string; limit: number; after: Cursor | null },
  now: Date,
): Promise<{ images: StoredImage[]; next_cursor: string | null }> {
  const { user_id, limit, after } = request;
  const rows = await existing(db, user_id, now)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(created_at, image_id) < (${after?.created_at}::timestamptz, ${after?.image_id})`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('image_id', 'desc')
    .limit(limit + 1)
    .execute();
  const images = rows.slice(0, limit).map(storedImage);
  const last = images.at(-1);
  return { images, next_cursor: rows.length > limit && last ? cursorAfter(last) : null };
}

/** One of a user's images, or null. */
export async function findImage(
  db: Kysely<ImagesTables>,
  user_id: string,
  image_id: string,
  now: Date,
): Promise<StoredImage | null> {
  const row = await existing(db, user_id, now).where('image_id', '=', image_id).executeTakeFirst();
  return row ? storedImage(row) : null;
}

/** How many seconds ago the oldest image expired that is still there; 0 when there is none. */
export async function expiryLag(db: Kysely<ImagesTables>, now: Date): Promise<number> {
  const [oldest] = await db
    .selectFrom('image')
    .select('expires_at')
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(1)
    .execute();
  return oldest?.expires_at ? (now.getTime() - oldest.expires_at.getTime()) / 1000 : 0;
}

/** Images whose time has passed and that are still there, oldest expiry first. */
export const expiredImages = (db: Kysely<ImagesTables>, now: Date, limit: number) =>
  db
    .selectFrom('image')
    .select(['image_id', 'user_id', 'object'])
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .execute();

/** Images of erased users that are still there. */
export const disownedImages = (db: Kysely<ImagesTables>, limit: number) =>
  db
    .selectFrom('image')
    .innerJoin('disowned_key', 'disowned_key.key_id', 'image.key_id')
    .select(['image_id', 'user_id', 'object'])
    .limit(limit)
    .execute();
