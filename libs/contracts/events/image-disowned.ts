import { z } from 'zod';
import { keyId, userId } from '../names.ts';
import { defineEvent } from './define-event.ts';

/** The user of this key was erased. An `image.deleted` or `asset.deleted` follows for each image and asset, also for one that arrives later. */
export const imageDisowned = defineEvent({
  type: 'image.disowned',
  description:
    'A user was erased: every image made and every asset uploaded with this key, known by now or not, is to be deleted.',
  address: 'styling.image.disowned.{user_id}.{partition}',
  data: z.object({ key_id: keyId, user_id: userId }),
  about: 'key_id',
});
