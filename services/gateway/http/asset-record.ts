import { assetId, storedAsset } from '@styling/contracts';
import { z } from 'zod';
import { idParameter, pathId } from './path-id.ts';

/** An uploaded picture, as its user sees it. It has no address. */
export const assetRecord = storedAsset.meta({ id: 'Asset' });

/** Example for the documentation. */
export const assetRecordExample: z.output<typeof assetRecord> = {
  asset_id: 'ast_5f2b8c1d9e3a4f6071829304',
  kind: 'selfie',
  width: 1200,
  height: 1600,
  bytes: 412_345,
  created_at: '2026-01-02T03:04:05.678Z',
  expires_at: '2026-02-01T03:04:05.678Z',
  checks: ['one_person'],
};

/** Path parameters of an endpoint about one asset. */
export const assetParams = z.object({
  id: idParameter('Asset id, as returned by `POST /assets` or `GET /assets`', assetRecordExample.asset_id),
});

export const assetIdOf = pathId(assetId, 'no_such_asset');
