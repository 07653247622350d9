import { type AnswerOptions, answerQueries } from '@styling/bus';
import { countAssets, deleteAsset, getAsset, listAssets, subjects } from '@styling/contracts';
import { reachDatabase } from '@styling/database';
import { type AsOf, type RunningProjection, sharedHeads } from '@styling/projections';
import { countAssetsOf, findAsset, pageOfAssets } from './asset-queries.ts';
import { parseCursor } from './cursor.ts';
import { removeAsset } from './remove-assets.ts';
import type { ImagesDependencies } from './remove-images.ts';

/** Answers the queries on assets; each answer includes every event of an asset that was published before the query. */
export function answerAssetQueries(deps: ImagesDependencies, projection: RunningProjection, options: AnswerOptions) {
  const { bus, db, clock } = deps;
  // Those of images are not waited for.
  const heads = sharedHeads(bus, [subjects.allAssets]);
  const answer = async <T>(read: () => Promise<AsOf<T>>) => projection.asOf(await heads(), () => reachDatabase(read));
  return [
    answerQueries(
      bus,
      listAssets,
      async ({ user_id, limit, cursor }) => {
        const after = parseCursor(cursor);
        return answer(() => pageOfAssets(db, { user_id, limit, after }, clock()));
      },
      options,
    ),
    answerQueries(bus, getAsset, async (asked) => answer(() => findAsset(db, asked, clock())), options),
    answerQueries(bus, countAssets, async ({ user_id }) => answer(() => countAssetsOf(db, user_id, clock())), options),
    answerQueries(
      bus,
      deleteAsset,
      async (asked) => {
        const { asset } = await answer(() => findAsset(db, asked, clock()));
        if (asset) await removeAsset(deps, asked, clock());
        return { deleted: asset !== null };
      },
      options,
    ),
  ];
}
