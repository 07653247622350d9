import { z } from 'zod';
import { assetCheck, assetKind } from '../events/asset-events.ts';
import { limits } from '../limits.ts';
import { assetId, timestamp, userId } from '../names.ts';
import type { Open } from '../open-schema.ts';
import { DELETE_WITHIN_MS, defineQuery } from './define-query.ts';

/** An asset as its user sees it. */
export const storedAsset = z.object({
  asset_id: assetId,
  kind: assetKind.meta({ description: 'What it shows' }),
  width: z.number().int().meta({ description: 'Pixels' }),
  height: z.number().int().meta({ description: 'Pixels' }),
  bytes: z.number().int(),
  created_at: timestamp,
  expires_at: timestamp.meta({ description: 'Moves with every use, at most once a day' }),
  checks: z.array(assetCheck).meta({ description: 'What was found right about it' }),
});
export type StoredAsset = Open<z.output<typeof storedAsset>>;

/** A user's assets, newest first. A cursor that this query did not return is an `invalid_cursor` error. */
export const listAssets = defineQuery({
  subject: 'styling.query.images.list_assets',
  request: z.object({
    user_id: userId,
    limit: z.number().int().min(1).max(limits.pageSize),
    cursor: z.string().max(200).nullable(),
  }),
  reply: z.object({ assets: z.array(storedAsset), next_cursor: z.string().nullable() }),
});

/** One asset of a user, and the UTC day of its last use; null when it is unknown, another user's, expired or deleted. */
export const getAsset = defineQuery({
  subject: 'styling.query.images.get_asset',
  request: z.object({ user_id: userId, asset_id: assetId }),
  reply: z.object({ asset: storedAsset.nullable(), used_on: z.iso.date().nullable() }),
});

/** Number and total size of a user's assets. */
export const countAssets = defineQuery({
  subject: 'styling.query.images.count_assets',
  request: z.object({ user_id: userId }),
  reply: z.object({ assets: z.number().int(), bytes: z.number().int() }),
});

/** Deletes an asset of a user; false when there is none. Once it is answered, picture and record are gone. */
export const deleteAsset = defineQuery({
  subject: 'styling.query.images.delete_asset',
  request: z.object({ user_id: userId, asset_id: assetId }),
  reply: z.object({ deleted: z.boolean() }),
  withinMs: DELETE_WITHIN_MS,
});

/**
 * Judges an uploaded selfie that is in the object store but not yet an asset. The errors are those that a try-on would have
 * with the same picture: `no_person`, `several_people`, of the field `selfie_base64`.
 */
export const checkSelfie = defineQuery({
  subject: 'styling.query.tryon.check_selfie',
  request: z.object({ asset_id: assetId }),
  reply: z.object({ checks: z.array(assetCheck) }),
  // A worker may be busy with pictures, or start an engine on a slow machine.
  withinMs: 30_000,
});
