import * as contracts from '@styling/contracts';
import { sharedStatement } from '@styling/database';
import { objectNames } from '@styling/objectstore';
import { parseCursor, startReadModel } from '@styling/projections';
import type { Running } from '@styling/service';
import { observe } from '@styling/telemetry';
import { countAssetsOf, findAsset, pageOfAssets } from './asset-queries.ts';
import { deleteImage, deleteImagePage, type ImagesParts, keepImage } from './change-images.ts';
import { imageProjection } from './image-projection.ts';
import { countImagesOf, findImages, type ImageRequest, type PageRequest, pagesOfImages } from './image-queries.ts';
import { expiryLag, removeDisowned, removeExpired, removePicture } from './remove-pictures.ts';

/** An expired image's address stops resolving within a minute, even if 10,000 expire together or a few sweeps fail. */
const REMOVAL_INTERVAL_MS = 5_000;

type Model = ReturnType<typeof startReadModel>;

/** Starts the projection, the queries on it, and the removal of expired and erased images and assets by whichever replica is active. */
export function startImages(parts: ImagesParts): Running {
  const { db, clock } = parts;
  const model = startReadModel(parts, imageProjection);
  answerImageQueries(parts, model);
  answerAssetQueries(parts, model);
  // An image that the store refuses to delete must not hold up assets.
  for (const kind of ['image', 'asset'] as const) {
    const remove = async (isDue: () => boolean) => {
      await removeExpired(parts, kind, clock(), isDue);
      if (isDue()) await removeDisowned(parts, kind, clock(), isDue);
    };
    model.whileActive(REMOVAL_INTERVAL_MS, remove, `removing ${kind}s failed; will retry`);
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

function answerImageQueries(parts: ImagesParts, { answer, reader }: Model): void {
  const { db, clock } = parts;
  const read = reader([contracts.subjects.allImages]);
  const find = sharedStatement((asked: readonly ImageRequest[]) => findImages(db, asked, clock()));
  const somePages = sharedStatement((asked: readonly PageRequest[]) => pagesOfImages(db, asked, clock()));
  /** A page of hundreds of images does not delay others. */
  const page = async (request: PageRequest) => {
    if (request.limit <= contracts.limits.pageSize) return somePages(request);
    const [alone] = await pagesOfImages(db, [request], clock());
    if (!alone) throw new Error('no page');
    return alone;
  };
  answer(contracts.listImages, async ({ cursor, ...asked }) => {
    const after = parseCursor(cursor, contracts.imageId);
    return read(() => page({ ...asked, after }));
  });
  answer(contracts.getImage, async (request) => ({ image: await read(() => find(request)) }));
  answer(contracts.keepImage, async (request) => ({ image: await keepImage(parts, read, request) }));
  answer(contracts.deleteImage, async (request) => ({ deleted: await deleteImage(parts, read, request) }));
  answer(contracts.countImages, async ({ user_id }) => ({ images: await read(() => countImagesOf(db, user_id)) }));
  answer(contracts.deleteImages, async ({ user_id }) => ({ left: await deleteImagePage(parts, read, user_id) }));
}

function answerAssetQueries(parts: ImagesParts, { answer, reader }: Model): void {
  const { db, clock } = parts;
  // Images are not waited for.
  const read = reader([contracts.subjects.allAssets]);
  answer(contracts.listAssets, async ({ cursor, ...asked }) => {
    const after = parseCursor(cursor, contracts.assetId);
    return read(() => pageOfAssets(db, { ...asked, after }, clock()));
  });
  answer(contracts.getAsset, (asked) => read(() => findAsset(db, asked, clock())));
  answer(contracts.countAssets, ({ user_id }) => read(() => countAssetsOf(db, user_id, clock())));
  answer(contracts.deleteAsset, async ({ user_id, asset_id: id }) => {
    const { asset } = await read(() => findAsset(db, { user_id, asset_id: id }, clock()));
    if (asset) await removePicture(parts, 'asset', { id, user_id, object: objectNames.asset(id) }, clock());
    return { deleted: asset !== null };
  });
}
