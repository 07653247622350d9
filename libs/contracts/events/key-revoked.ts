import { z } from 'zod';
import { keyId, userId } from '../names.ts';
import { defineEvent, type EventOf } from './define-event.ts';

/** An API key was revoked: every later request with it is refused. */
export const keyRevoked = defineEvent({
  type: 'key.revoked',
  description: 'An API key was revoked.',
  address: 'styling.key.revoked.{user_id}.{partition}',
  data: z.object({ key_id: keyId, user_id: userId }),
  id: (data) => `${data.key_id}/revoked`,
  about: (data) => data.key_id,
});
export type KeyRevoked = EventOf<typeof keyRevoked>;
