import { z } from 'zod';
import { limits } from '../limits.ts';
import { keyId, requestId, timestamp, userId, webhookId } from '../names.ts';
import { defineEvent, type EventOf } from './define-event.ts';

/** Neither the secret nor the name, which is its owner's text, is in an event. */
export const keyCreated = defineEvent({
  type: 'key.created',
  description: 'An API key was created for a user.',
  data: z.object({ key_id: keyId, user_id: userId }),
  about: 'key_id',
});

export const keyRevoked = defineEvent({
  type: 'key.revoked',
  description: 'An API key was revoked.',
  data: z.object({ key_id: keyId, user_id: userId }),
  about: 'key_id',
});

/** Holds all limits of the user: the latest by `changed_at` decides. */
export const userLimitsChanged = defineEvent({
  type: 'user.limits_changed',
  description: 'An operator changed the limits of a user; contains all of them.',
  data: z.object({
    user_id: userId,
    daily: z
      .int()
      .min(0)
      .max(limits.userDaily)
      .nullable()
      .meta({ description: 'What the requests of a UTC day may cost; null: as the system has it' }),
    concurrency: z
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

export const webhookDisabled = defineEvent({
  type: 'webhook.disabled',
  description: 'The service stopped to deliver events to a webhook.',
  data: z.object({
    webhook_id: webhookId,
    user_id: userId,
    key_id: keyId.meta({ description: 'API key with which the webhook was created' }),
    reason: z.enum(['failing', 'gone']).meta({
      description: '`failing`: nothing but failures for days; `gone`: its receiver responded 410',
    }),
    disabled_at: timestamp,
  }),
  id: ({ webhook_id, disabled_at }) => `${webhook_id}/disabled/${disabled_at}`,
  about: 'webhook_id',
});

/** Becomes a `webhook.test`, delivered to this webhook only. */
export const webhookTestRequested = defineEvent({
  type: 'webhook.test_requested',
  description: 'The owner of a webhook asked for a test event.',
  data: z.object({
    webhook_id: webhookId,
    user_id: userId,
    key_id: keyId.meta({ description: 'API key with which the webhook was created' }),
    request_id: requestId.meta({ description: 'Request that asked for it' }),
  }),
  id: ({ request_id }) => `${request_id}/test_requested`,
  about: 'webhook_id',
});
