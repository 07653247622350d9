import { z } from 'zod';
import {
  approximations,
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

/** An image was generated and is in the object store; `time` is its moment of creation. */
export const imageCreated = defineEvent({
  type: 'image.created',
  description: 'An image was generated for a user and is in the object store.',
  address: 'styling.image.created.{user_id}.{partition}',
  data: z.object({
    image_id: imageId,
    user_id: userId,
    key_id: keyId,
    request_id: requestId,
    category: z.enum(['try-on', 'style-me']),
    endpoint,
    mime_type: z.string().meta({ examples: ['image/jpeg'] }),
    bytes: z.number().int().positive(),
    width: z.number().int().positive().meta({ description: 'Pixels' }),
    height: z.number().int().positive().meta({ description: 'Pixels' }),
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

/** An image that would have expired is persistent from now on. */
export const imageKept = defineEvent({
  type: 'image.kept',
  description: 'The user of an image keeps it for ever: it no longer expires.',
  address: 'styling.image.kept.{user_id}.{partition}',
  data: z.object({ image_id: imageId, user_id: userId }),
  about: 'image_id',
});

export const imageDeleted = defineEvent({
  type: 'image.deleted',
  description: 'An image no longer exists: its address does not resolve and its record is gone.',
  address: 'styling.image.deleted.{user_id}.{partition}',
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

/** The user of this key was erased. An `image.deleted` or `asset.deleted` follows for each image and asset, also for one that arrives later. */
export const imageDisowned = defineEvent({
  type: 'image.disowned',
  description:
    'A user was erased: every image made and every asset uploaded with this key, known by now or not, is to be deleted.',
  address: 'styling.image.disowned.{user_id}.{partition}',
  data: z.object({ key_id: keyId, user_id: userId }),
  about: 'key_id',
});
