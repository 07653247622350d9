import { z } from 'zod';
import { keyId, userId } from '../names.ts';
import { defineEvent } from './define-event.ts';

export const keyRevoked = defineEvent({
  type: 'key.revoked',
  description: 'An API key was revoked.',
  address: 'styling.key.revoked.{user_id}.{partition}',
  data: z.object({ key_id: keyId, user_id: userId }),
  about: 'key_id',
});
