import { z } from 'zod';
import { limits } from '../limits.ts';
import { keyId, timestamp, userId } from '../names.ts';
import { defineEvent, type EventOf } from './define-event.ts';

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

/** Holds all limits of the user: the latest one by `changed_at` decides. */
export const userLimitsChanged = defineEvent({
  type: 'user.limits_changed',
  description: 'An operator changed the limits of a user; contains all of them.',
  address: 'styling.user.limits_changed.{user_id}.{partition}',
  data: z.object({
    user_id: userId,
    daily: z
      .number()
      .int()
      .min(0)
      .max(limits.userDaily)
      .nullable()
      .meta({ description: 'What the requests of a UTC day may cost; null: as the system has it' }),
    concurrency: z
      .number()
      .int()
      .min(1)
      .max(limits.userConcurrency)
      .nullable()
      .meta({ description: 'Requests at the same time; null: one' }),
    changed_at: timestamp,
  }),
  id: ({ user_id, changed_at }) => `${user_id}/limits_changed/${changed_at}`,
  about: 'user_id',
});
export type UserLimitsChanged = EventOf<typeof userLimitsChanged>;
