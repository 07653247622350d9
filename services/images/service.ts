import { publish } from '@styling/bus';
import * as contracts from '@styling/contracts';
import { sharedStatement } from '@styling/database';
import { objectNames } from '@styling/objectstore';
import {
  type ItemRequest,
  type PageRequest,
  parseCursor,
  type ReadModel,
  readItems,
  readPages,
  startReadModel,
} from '@styling/projections';
import type { Running } from '@styling/service';
import { observe } from '@styling/telemetry';
import { imageProjection } from './image-projection.ts';
import { assetList, countAssetsOf, countImagesOf, findAsset, imageList } from './queries.ts';
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
  const endObserving = observe('styling.image.expiry.lag', async () => [[await expiryLag(db, clock()), {}]]);
  return {
    ...model.running,
    async stop() {
      endObserving();
      await model.running.stop();
    },
  };
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
  const count = (user_id: string) => read(() => countImagesOf(db, user_id));
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
  answer(contracts.countAssets, ({ user_id }) => read(() => countAssetsOf(db, user_id, clock())));
  answer(contracts.deleteAsset, async ({ user_id, asset_id: id }) => {
    const { asset } = await read(() => findAsset(db, { user_id, asset_id: id }, clock()));
    if (asset) await removePicture(parts, 'asset', { id, user_id, object: objectNames.asset(id) }, clock());
    return { deleted: asset !== null };
  });
}
