import { z } from 'zod';
import { keyId, userId } from '../names.ts';
import { defineEvent } from './define-event.ts';

/** An API key was created. Neither its secret nor its name, which is its owner's text, is in an event. */
export const keyCreated = defineEvent({
  type: 'key.created',
  description: 'An API key was created for a user.',
  address: 'styling.key.created.{user_id}.{partition}',
  data: z.object({ key_id: keyId, user_id: userId }),
  about: 'key_id',
});

export const keyRevoked = defineEvent({
  type: 'key.revoked',
  description: 'An API key was revoked.',
  address: 'styling.key.revoked.{user_id}.{partition}',
  data: z.object({ key_id: keyId, user_id: userId }),
  about: 'key_id',
});
