import { z } from 'zod';
import { keyId, userId } from '../names.ts';
import { defineEvent, type EventOf } from './define-event.ts';

/**
 * A user was erased who had this key: what was made with it has no owner any more. It says so of images that nobody has
 * heard of yet, too: a worker may be finishing one. An `image.deleted` follows for each that there is.
 */
export const imageDisowned = defineEvent({
  type: 'image.disowned',
  description: 'A user was erased: every image made with this key, known by now or not, is to be deleted.',
  address: 'styling.image.disowned.{user_id}',
  data: z.object({ key_id: keyId, user_id: userId }),
  id: (data) => `${data.key_id}/disowned`,
  about: (data) => data.key_id,
  token: (data) => data.user_id,
});
export type ImageDisowned = EventOf<typeof imageDisowned>;
