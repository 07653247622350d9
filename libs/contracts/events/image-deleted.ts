import { z } from 'zod';
import { imageId, userId } from '../names.ts';
import { defineEvent } from './define-event.ts';

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
