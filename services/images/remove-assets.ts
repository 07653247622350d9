import type { Bus } from '@styling/bus';
import { assetDeleted, createEvent, type DataOf } from '@styling/contracts';
import { objectNames } from '@styling/objectstore';
import { disownedAssets, expiredAssets, type RemovableAsset } from './asset-queries.ts';
import { publishPage } from './publish-page.ts';
import type { Removal } from './remove-images.ts';
import { removePages } from './remove-pages.ts';

type Reason = DataOf<typeof assetDeleted>['reason'];
type Asset = Pick<RemovableAsset, 'asset_id' | 'user_id'>;

/** Removes expired assets, as `removeExpired` does images. */
export const removeExpiredAssets = (removal: Removal, now: Date, goesOn?: () => boolean): Promise<number> =>
  remove(removal, (limit, last) => expiredAssets(removal.db, now, limit, last), 'expired', now, goesOn);

/** Removes assets of erased users, also those whose event arrived after the erasure. */
export const removeDisownedAssets = (removal: Removal, now: Date, goesOn?: () => boolean): Promise<number> =>
  remove(removal, (limit, last) => disownedAssets(removal.db, limit, last), 'erased', now, goesOn);

/** Removes an asset at its user's request. @throws ServiceError `unavailable`; safe to repeat */
export async function removeAsset({ bus, store }: Omit<Removal, 'db'>, asset: Asset, now: Date): Promise<void> {
  await store.delete(objectNames.asset(asset.asset_id));
  await publishDeletedAssets(bus, [asset], 'requested', now);
}

/** Publishes an `asset.deleted` for each of `assets`, whose objects are gone. @throws ServiceError `unavailable` */
export const publishDeletedAssets = (bus: Bus, assets: readonly Asset[], reason: Reason, now: Date): Promise<void> =>
  publishPage(
    bus,
    assets.map(({ asset_id, user_id }) =>
      createEvent(assetDeleted, '/services/images', now, { asset_id, user_id, reason }),
    ),
  );

const remove = (
  removal: Removal,
  pageAfter: (limit: number, last?: RemovableAsset) => Promise<RemovableAsset[]>,
  reason: Reason,
  now: Date,
  goesOn?: () => boolean,
): Promise<number> =>
  removePages(
    removal,
    {
      pageAfter,
      objectOf: ({ asset_id }) => objectNames.asset(asset_id),
      publishDeleted: (gone) => publishDeletedAssets(removal.bus, gone, reason, now),
    },
    goesOn,
  );
