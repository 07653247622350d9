import { type Bus, publish } from '@styling/bus';
import { assetDeleted, createEvent, imageDeleted, type StylingEvent } from '@styling/contracts';
import { type ObjectStore, objectNames } from '@styling/objectstore';
import type { ReadModelParts } from '@styling/projections';
import { type Kysely, type RawBuilder, sql } from 'kysely';

/** The store deletes no more in one call. */
const PAGE = 1_000;
/** So few that a log that syncs each to disk acknowledges them before their time-out. */
const PUBLISHED_AT_ONCE = 100;

export type ImagesParts = ReadModelParts & { readonly store: ObjectStore };

type Removal = Pick<ImagesParts, 'db' | 'bus' | 'store'> & { readonly pageSize?: number };

export type Kind = 'image' | 'asset';

type Picture = { readonly id: string; readonly user_id: string };
type Stored = Picture & { readonly object: string; readonly expires_at: Date | null };
/** Which pictures, and in which order: the page behind `last`. */
type PageAfter = (last?: Stored) => RawBuilder<unknown>;
type Reason = 'requested' | 'expired' | 'erased' | 'lost';

const ID = { image: sql.ref('image.image_id'), asset: sql.ref('asset.asset_id') };
const OBJECT = { image: sql`object`, asset: sql`${objectNames.asset('')}::text || asset_id` };

/**
 * Removes expired pictures until none is left or `goesOn` is false. @returns how many
 * @throws Error when the store refused to delete some; all others are then removed
 */
export const removeExpired = (removal: Removal, kind: Kind, now: Date, goesOn?: () => boolean): Promise<number> =>
  removePages(removal, kind, (last) => expired(kind, now, last), 'expired', now, goesOn);

/** {@link removeExpired} for pictures of erased users, also those whose event arrived after the erasure. */
export function removeDisowned(removal: Removal, kind: Kind, now: Date, goesOn?: () => boolean): Promise<number> {
  const pageAfter: PageAfter = (last) =>
    sql`join disowned_key using (key_id) where ${ID[kind]} > ${last?.id ?? ''} order by id`;
  return removePages(removal, kind, pageAfter, 'erased', now, goesOn);
}

/** Removes a page of a user's images, newest first, at their request. Returns and throws as {@link removeExpired}. */
export function removePageOf(removal: Removal, user_id: string, now: Date): Promise<number> {
  const newest = () => sql`where user_id = ${user_id} order by created_at desc, image_id desc`;
  const goesOn = () => false;
  return removePages(removal, 'image', newest, 'requested', now, goesOn);
}

/** Removes one picture at its user's request. @throws ServiceError `unavailable`; safe to repeat */
export async function removePicture(
  { bus, store }: Pick<Removal, 'bus' | 'store'>,
  kind: Kind,
  picture: Picture & { readonly object: string },
  now: Date,
): Promise<void> {
  await store.delete(picture.object);
  await publishDeleted(bus, kind, [picture], 'requested', now);
}

/** Seconds since the oldest image that is still there expired; 0 without one. */
export async function expiryLag(db: Kysely<unknown>, now: Date): Promise<number> {
  const [oldest] = await find(db, 'image', expired('image', now), 1);
  return oldest?.expires_at ? (now.getTime() - oldest.expires_at.getTime()) / 1000 : 0;
}

const expired = (kind: Kind, now: Date, last?: Stored) => sql`
  where expires_at <= ${now} and (expires_at, ${ID[kind]}) > (${last?.expires_at ?? '-infinity'}, ${last?.id ?? ''})
  order by expires_at, id`;

async function find(db: Kysely<unknown>, kind: Kind, page: RawBuilder<unknown>, limit: number): Promise<Stored[]> {
  const { rows } = await sql<Stored>`
    select ${ID[kind]} as id, user_id, expires_at, ${OBJECT[kind]} as object from ${sql.table(kind)} ${page}
    limit ${limit}`.execute(db);
  return rows;
}

/** Objects first: a deletion event promises that the object is gone. Repeatable. Rows disappear later, hence by key. */
async function removePages(
  { db, bus, store, pageSize = PAGE }: Removal,
  kind: Kind,
  pageAfter: PageAfter,
  reason: Reason,
  now: Date,
  goesOn = () => true,
): Promise<number> {
  let removed = 0;
  let kept = 0;
  let page: Stored[] = [];
  do {
    page = await find(db, kind, pageAfter(page.at(-1)), pageSize);
    const refused = new Set(await store.deleteMany(page.map(({ object }) => object)));
    const gone = page.filter(({ object }) => !refused.has(object));
    await publishDeleted(bus, kind, gone, reason, now);
    removed += gone.length;
    kept += refused.size;
  } while (page.length === pageSize && goesOn());
  if (kept > 0) throw new Error(`${kept} pictures could not be deleted`);
  return removed;
}

/** Publishes the deletion of pictures whose objects are gone. @throws ServiceError `unavailable` */
export async function publishDeleted(
  bus: Bus,
  kind: Kind,
  pictures: readonly Picture[],
  reason: Reason,
  now: Date,
): Promise<void> {
  const eventOf = ({ id, user_id }: Picture): StylingEvent =>
    kind === 'image'
      ? createEvent(imageDeleted, '/services/images', now, { image_id: id, user_id, reason })
      : createEvent(assetDeleted, '/services/images', now, { asset_id: id, user_id, reason });
  for (let start = 0; start < pictures.length; start += PUBLISHED_AT_ONCE) {
    const some = pictures.slice(start, start + PUBLISHED_AT_ONCE);
    await Promise.all(some.map((picture) => publish(bus, eventOf(picture))));
  }
}
