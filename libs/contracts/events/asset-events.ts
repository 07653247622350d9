import { z } from 'zod';
import { limits } from '../limits.ts';
import { assetId, keyId, requestId, userId } from '../names.ts';
import { defineEvent, type EventOf } from './define-event.ts';

/** Subject of an asset: a person, or a garment. */
export const assetKind = z.enum(['selfie', 'garment']);

/** Checks that an asset passed when it was uploaded. */
export const assetCheck = z.enum(['one_person']);

/** Published in the order in which the user's assets were counted: see `keepAsset` of the gateway. */
export const assetCreated = defineEvent({
  type: 'asset.created',
  description: 'A user uploaded a picture for later requests; it is in the object store, at no public address.',
  address: 'styling.asset.created.{user_id}.{partition}',
  data: z.object({
    asset_id: assetId,
    user_id: userId,
    key_id: keyId,
    request_id: requestId,
    kind: assetKind,
    bytes: z.number().int().positive(),
    width: z.number().int().positive().meta({ description: 'Pixels' }),
    height: z.number().int().positive().meta({ description: 'Pixels' }),
    checks: z.array(assetCheck),
    lifetime_seconds: z
      .number()
      .int()
      .min(limits.leastAssetSeconds)
      .max(limits.longestAssetSeconds)
      .meta({ description: 'How long it is kept after its last use' }),
  }),
  about: 'asset_id',
});
export type AssetCreated = EventOf<typeof assetCreated>;

/** One for each UTC day on which an asset was used: its life begins again. */
export const assetUsed = defineEvent({
  type: 'asset.used',
  description: 'An asset was used by a request, for the first time on this UTC day; it is kept longer.',
  address: 'styling.asset.used.{user_id}.{partition}',
  data: z.object({
    asset_id: assetId,
    user_id: userId,
    day: z.iso.date().meta({ description: 'UTC day of the use' }),
  }),
  id: ({ asset_id, day }) => `${asset_id}/used/${day}`,
  about: 'asset_id',
});
export type AssetUsed = EventOf<typeof assetUsed>;

export const assetDeleted = defineEvent({
  type: 'asset.deleted',
  description: 'An asset no longer exists: neither its picture nor its record.',
  address: 'styling.asset.deleted.{user_id}.{partition}',
  data: z.object({
    asset_id: assetId,
    user_id: userId,
    reason: z.enum(['requested', 'expired', 'erased', 'lost']).meta({
      description: '`requested`: by its user; `lost`: its object was not in the store',
    }),
  }),
  about: 'asset_id',
});
