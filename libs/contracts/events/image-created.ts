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
