import { z } from 'zod';
import { keyId, userId } from '../names.ts';
import { defineEvent } from './define-event.ts';

/**
 * The user of this key was erased: images made with it have no owner any more. That includes images which are not known
 * yet, as a worker may be finishing one. An `image.deleted` follows for each.
 */
export const imageDisowned = defineEvent({
  type: 'image.disowned',
  description: 'A user was erased: every image made with this key, known by now or not, is to be deleted.',
  address: 'styling.image.disowned.{user_id}.{partition}',
  data: z.object({ key_id: keyId, user_id: userId }),
  about: 'key_id',
});
