import { z } from 'zod';
import { limits } from '../limits.ts';
import {
  approximations,
  assetId,
  endpoint,
  imageId,
  keyId,
  objectName,
  requestId,
  sha256,
  timestamp,
  userId,
} from '../names.ts';
import { defineEvent, type EventOf } from './define-event.ts';

/** In the object store; `time` is its creation. */
export const imageCreated = defineEvent({
  type: 'image.created',
  description: 'An image was generated for a user and is in the object store.',
  data: z.object({
    image_id: imageId,
    user_id: userId,
    key_id: keyId,
    request_id: requestId,
    category: z.enum(['try-on', 'style-me']),
    endpoint,
    mime_type: z.string().meta({ examples: ['image/jpeg'] }),
    bytes: z.int().positive(),
    width: z.int().positive().meta({ description: 'Pixels' }),
    height: z.int().positive().meta({ description: 'Pixels' }),
    sha256: sha256.meta({ description: 'Of the stored bytes' }),
    object: objectName,
    persistent: z.boolean(),
    expires_at: timestamp.nullable().meta({ description: 'null when the image is persistent' }),
    provider: z.string().meta({ examples: ['ondevice', 'replicate'] }),
    model: z.string().meta({ description: 'Model and version that made the image' }),
    approximations,
  }),
  about: 'image_id',
});
export type ImageCreated = EventOf<typeof imageCreated>;

export const imageKept = defineEvent({
  type: 'image.kept',
  description: 'The user of an image keeps it for ever: it no longer expires.',
  data: z.object({ image_id: imageId, user_id: userId }),
  about: 'image_id',
});

export const imageDeleted = defineEvent({
  type: 'image.deleted',
  description: 'An image no longer exists: its address does not resolve and its record is gone.',
  data: z.object({
    image_id: imageId,
    user_id: userId,
    reason: z.enum(['expired', 'requested', 'erased', 'abandoned', 'lost']).meta({
      description:
        '`requested`: its user deleted it; `abandoned`: its request failed after the picture was stored, even if it was never published as created; ' +
        '`lost`: its object was not in the store',
    }),
  }),
  about: 'image_id',
});

/** The key's user was erased. A deletion event follows for each image and asset, also for one that arrives later. */
export const imageDisowned = defineEvent({
  type: 'image.disowned',
  description:
    'A user was erased: every image made and every asset uploaded with this key, known by now or not, is to be deleted.',
  data: z.object({ key_id: keyId, user_id: userId }),
  about: 'key_id',
});

export const assetKind = z.enum(['selfie', 'garment']);

export const assetCheck = z.enum(['one_person']);

/** In the order in which the user's assets were counted: see `keepAsset` of the gateway. */
export const assetCreated = defineEvent({
  type: 'asset.created',
  description: 'A user uploaded a picture for later requests; it is in the object store, at no public address.',
  data: z.object({
    asset_id: assetId,
    user_id: userId,
    key_id: keyId,
    request_id: requestId,
    kind: assetKind,
    bytes: z.int().positive(),
    width: z.int().positive().meta({ description: 'Pixels' }),
    height: z.int().positive().meta({ description: 'Pixels' }),
    checks: z.array(assetCheck),
    lifetime_seconds: z
      .int()
      .min(limits.leastAssetSeconds)
      .max(limits.longestAssetSeconds)
      .meta({ description: 'How long it is kept after its last use' }),
  }),
  about: 'asset_id',
});
export type AssetCreated = EventOf<typeof assetCreated>;

/** One per UTC day of use: its life begins again. */
export const assetUsed = defineEvent({
  type: 'asset.used',
  description: 'An asset was used by a request, for the first time on this UTC day; it is kept longer.',
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
  data: z.object({
    asset_id: assetId,
    user_id: userId,
    reason: z.enum(['requested', 'expired', 'erased', 'lost']).meta({
      description: '`requested`: by its user; `lost`: its object was not in the store',
    }),
  }),
  about: 'asset_id',
});
