import { z } from 'zod';
import { keyId, userId } from '../names.ts';
import { defineEvent } from './define-event.ts';

/** The user of this key was erased. An `image.deleted` follows for each image, also for one that a worker finishes later. */
export const imageDisowned = defineEvent({
  type: 'image.disowned',
  description: 'A user was erased: every image made with this key, known by now or not, is to be deleted.',
  address: 'styling.image.disowned.{user_id}.{partition}',
  data: z.object({ key_id: keyId, user_id: userId }),
  about: 'key_id',
});
