import { publish } from '@styling/bus';
import * as contracts from '@styling/contracts';
import { sharedStatement } from '@styling/database';
import { objectNames } from '@styling/objectstore';
import {
  type AsOf,
  checkpointsOf,
  type ItemRequest,
  isoTime,
  type PageRequest,
  parseCursor,
  type ReadModel,
  readItems,
  readPages,
  startReadModel,
  type UserList,
} from '@styling/projections';
import type { Running } from '@styling/service';
import { observe } from '@styling/telemetry';
import { type Kysely, sql } from 'kysely';
import { imageProjection } from './image-projection.ts';
import {
  expiryLag,
  type ImagesParts,
  removeDisowned,
  removeExpired,
  removePageOf,
  removePicture,
} from './remove-pictures.ts';

/** An expired image's address stops resolving within a minute, even if 10,000 expire together or a few sweeps fail. */
const REMOVAL_INTERVAL_MS = 5_000;

/** Images that expire sooner cannot be kept: no client, even after waiting, is promised one whose removal has begun. */
export const LEAST_LIFE_MS = 15_000;

/** Starts projection, queries, and the active replica's removal of expired and erased images and assets. */
export function startImages(parts: ImagesParts): Running {
  const { db, clock } = parts;
  const model = startReadModel(parts, imageProjection);
  answerImageQueries(parts, model);
  answerAssetQueries(parts, model);
  // An image that the store refuses to delete must not hold up assets.
  for (const kind of ['image', 'asset'] as const) {
    const remove = async (isActive: () => boolean) => {
      if (isActive()) await removeExpired(parts, kind, clock(), isActive);
      if (isActive()) await removeDisowned(parts, kind, clock(), isActive);
    };
    model.every(REMOVAL_INTERVAL_MS, remove, `removing ${kind}s failed; will retry`);
  }
  model.stops({ stop: observe('styling.image.expiry.lag', async () => [[await expiryLag(db, clock()), {}]]) });
  return model.running;
}

/** Changes are events: each is answered once projected, and safe to repeat. Pictures go before their records. */
function answerImageQueries(parts: ImagesParts, { answer, reader }: ReadModel): void {
  const { bus, db, clock } = parts;
  const read = reader([contracts.subjects.allImages]);
  const find = sharedStatement((asked: readonly ItemRequest[]) =>
    readItems<contracts.StoredImage>(db, imageList, asked, clock()),
  );
  const pages = (asked: readonly PageRequest[]) => readPages<contracts.StoredImage>(db, imageList, asked, clock());
  const somePages = sharedStatement(pages);
  /** A page of hundreds of images does not delay others. */
  const page = async (request: PageRequest) => {
    if (request.limit <= contracts.limits.pageSize) return somePages(request);
    const [alone] = await pages([request]);
    if (!alone) throw new Error('no page');
    return alone;
  };
  /** Counts a user's images, including expired ones still there. */
  const count = (user_id: string) =>
    read(async () => {
      const { rows } = await sql<AsOf<number>>`
        select count(*)::integer as value, ${CHECKPOINTS} from image where user_id = ${user_id}`.execute(db);
      return rows[0] as AsOf<number>;
    });
  answer(contracts.listImages, async ({ cursor, ...asked }) => {
    const after = parseCursor(cursor, contracts.imageId);
    const { items: images, next_cursor } = await read(() => page({ ...asked, after }));
    return { images, next_cursor };
  });
  answer(contracts.getImage, async ({ user_id, image_id: id }) => ({ image: await read(() => find({ user_id, id })) }));
  answer(contracts.keepImage, async ({ user_id, image_id }) => {
    const asked = { user_id, id: image_id };
    const image = await read(() => find(asked));
    if (!image || image.persistent) return { image };
    const now = clock();
    if (Date.parse(image.expires_at ?? '') - now.getTime() <= LEAST_LIFE_MS) return { image: null };
    await publish(bus, contracts.createEvent(contracts.imageKept, '/services/images', now, { user_id, image_id }));
    return { image: await read(() => find(asked)) };
  });
  answer(contracts.deleteImage, async ({ user_id, image_id: id }) => {
    const image = await read(() => find({ user_id, id }));
    if (!image) return { deleted: false };
    await removePicture(parts, 'image', { id, user_id, object: image.object }, clock());
    await read(() => find({ user_id, id }));
    return { deleted: true };
  });
  answer(contracts.countImages, async ({ user_id }) => ({ images: await count(user_id) }));
  answer(contracts.deleteImages, async ({ user_id }) => {
    if ((await count(user_id)) === 0) return { left: 0 };
    await removePageOf(parts, user_id, clock());
    return { left: await count(user_id) };
  });
}

function answerAssetQueries(parts: ImagesParts, { answer, reader }: ReadModel): void {
  const { db, clock } = parts;
  const read = reader([contracts.subjects.allAssets]);
  const pages = sharedStatement((asked: readonly PageRequest[]) =>
    readPages<contracts.StoredAsset>(db, assetList, asked, clock()),
  );
  answer(contracts.listAssets, async ({ cursor, ...asked }) => {
    const after = parseCursor(cursor, contracts.assetId);
    const { items: assets, next_cursor } = await read(() => pages({ ...asked, after }));
    return { assets, next_cursor };
  });
  answer(contracts.getAsset, (asked) => read(() => findAsset(db, asked, clock())));
  answer(contracts.countAssets, ({ user_id }) =>
    read(async () => {
      const { rows } = await sql<AsOf<{ assets: number; bytes: number }>>`
        select json_build_object('assets', count(*), 'bytes', coalesce(sum(bytes), 0)) as value, ${CHECKPOINTS}
        from asset as item where user_id = ${user_id} and ${assetList.exists(clock())}`.execute(db);
      return rows[0] as (typeof rows)[number];
    }),
  );
  answer(contracts.deleteAsset, async ({ user_id, asset_id: id }) => {
    const { asset } = await read(() => findAsset(db, { user_id, asset_id: id }, clock()));
    if (asset) await removePicture(parts, 'asset', { id, user_id, object: objectNames.asset(id) }, clock());
    return { deleted: asset !== null };
  });
}

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

const assetList: UserList = {
  projection: imageProjection.name,
  table: 'asset',
  id: 'asset_id',
  columns: sql`asset_id, kind, width, height, bytes, ${isoTime('item.created_at')} as created_at,
    ${isoTime('expires_at')} as expires_at, checks`,
  exists: (now) => sql`item.expires_at > ${now}`,
};

/** An asset of a user at `now` and the UTC day of its last use; nulls when there is none. */
async function findAsset(
  db: Kysely<unknown>,
  { user_id, asset_id }: { readonly user_id: string; readonly asset_id: string },
  now: Date,
): Promise<AsOf<{ asset: contracts.StoredAsset | null; used_on: string | null }>> {
  const columns = sql`${assetList.columns}, to_char(used_at at time zone 'UTC', 'YYYY-MM-DD') as used_on`;
  const asked = [{ user_id, id: asset_id }];
  const rows = await readItems<contracts.StoredAsset & { used_on: string }>(db, { ...assetList, columns }, asked, now);
  const { value, checkpoints = {} } = rows[0] ?? {};
  if (!value) return { value: { asset: null, used_on: null }, checkpoints };
  const { used_on, ...asset } = value;
  return { value: { asset, used_on }, checkpoints };
}
