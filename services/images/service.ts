import { answerQueries } from '@styling/bus';
import {
  countImages,
  deleteImage as deleteImageQuery,
  deleteImages,
  getImage,
  type JsonText,
  keepImage as keepImageQuery,
  limits,
  listImages,
  subjects,
} from '@styling/contracts';
import { reachDatabase, sharedStatement } from '@styling/database';
import { type AsOf, runProjection, sharedHeads } from '@styling/projections';
import { type Running, repeat } from '@styling/service';
import { observe } from '@styling/telemetry';
import type { z } from 'zod';
import { answerAssetQueries } from './answer-asset-queries.ts';
import { parseCursor } from './cursor.ts';
import { deleteImage, deleteImagePage } from './delete-image.ts';
import { imageProjection } from './image-projection.ts';
import {
  countImagesOf,
  expiryLag,
  findImages,
  type ImageRequest,
  type PageRequest,
  pagesOfImages,
} from './image-queries.ts';
import { keepImage } from './keep-image.ts';
import { removeDisownedAssets, removeExpiredAssets } from './remove-assets.ts';
import { type ImagesDependencies, removeDisowned, removeExpired } from './remove-images.ts';

/** An expired image's address stops resolving within a minute, even if 10,000 expire together or a few sweeps fail. */
const REMOVAL_INTERVAL_MS = 5_000;

/** Starts the projection, the queries on it, and the removal of expired and erased images and assets by whichever replica is active. */
export async function startImages(deps: ImagesDependencies): Promise<Running> {
  const { bus, db, clock, log } = deps;
  const projection = runProjection(bus, db, imageProjection, { log });
  const heads = sharedHeads(bus, [subjects.allImages]);
  /** The answer includes all that was published before the query, on any replica. */
  const answer = async <T>(read: () => Promise<AsOf<T>>) => projection.asOf(await heads(), read);
  const find = sharedStatement((asked: readonly ImageRequest[]) => findImages(db, asked, clock()));
  const somePages = sharedStatement((asked: readonly PageRequest[]) => pagesOfImages(db, asked, clock()));
  /** A page of hundreds of images does not delay others. */
  const page = async (request: PageRequest) => {
    if (request.limit <= limits.pageSize) return somePages(request);
    const [alone] = await reachDatabase(() => pagesOfImages(db, [request], clock()));
    return alone as AsOf<JsonText>;
  };
  const options = { queue: 'images', log };
  const list = async ({ user_id, limit, cursor }: z.output<typeof listImages.request>) => {
    const after = parseCursor(cursor);
    return answer(() => page({ user_id, limit, after }));
  };
  const queries = [
    answerQueries(bus, listImages, list, options),
    answerQueries(bus, getImage, async (request) => ({ image: await answer(() => find(request)) }), options),
    ...answerAssetQueries(deps, projection, options),
    answerQueries(
      bus,
      keepImageQuery,
      async (request) => ({ image: await keepImage(deps, projection, heads, request) }),
      options,
    ),
    answerQueries(
      bus,
      deleteImageQuery,
      async (request) => ({ deleted: await deleteImage(deps, projection, heads, request) }),
      options,
    ),
    answerQueries(
      bus,
      countImages,
      async ({ user_id }) => ({ images: await answer(() => reachDatabase(() => countImagesOf(db, user_id))) }),
      options,
    ),
    answerQueries(
      bus,
      deleteImages,
      async ({ user_id }) => ({ left: await deleteImagePage(deps, projection, heads, user_id) }),
      options,
    ),
  ];
  let isStopping = false;
  const isDue = () => projection.active && !isStopping;
  const removal = repeat(
    REMOVAL_INTERVAL_MS,
    async () => {
      if (isDue()) await removeExpired(deps, clock(), isDue);
      if (isDue()) await removeDisowned(deps, clock(), isDue);
    },
    (error) => log.error({ err: error }, 'removing images failed; will retry'),
  );
  // An image that the store refuses to delete must not hold up assets.
  const assetRemoval = repeat(
    REMOVAL_INTERVAL_MS,
    async () => {
      if (isDue()) await removeExpiredAssets(deps, clock(), isDue);
      if (isDue()) await removeDisownedAssets(deps, clock(), isDue);
    },
    (error) => log.error({ err: error }, 'removing assets failed; will retry'),
  );
  const endObserving = observe('styling.image.expiry.lag', async () => [[await expiryLag(db, clock()), {}]]);
  return {
    notReady: () => projection.unrecognised,
    needs: projection.needs,
    async stop() {
      isStopping = true;
      endObserving();
      await removal.stop();
      await assetRemoval.stop();
      await Promise.all(queries.map((query) => query.stop()));
      await projection.stop();
    },
  };
}
