import { z } from 'zod';
import { imageId, userId } from '../names.ts';
import { defineEvent } from './define-event.ts';

/** An image that would have expired is persistent from now on. */
export const imageKept = defineEvent({
  type: 'image.kept',
  description: 'The user of an image keeps it for ever: it no longer expires.',
  address: 'styling.image.kept.{user_id}.{partition}',
  data: z.object({ image_id: imageId, user_id: userId }),
  about: 'image_id',
});
