import { z } from 'zod';
import { keyId, requestId, timestamp, userId, webhookId } from '../names.ts';
import { defineEvent } from './define-event.ts';

/** Reasons for which the service disables a webhook. */
export const webhookDisabledReason = z.enum(['failing', 'gone']);

/** A webhook can be disabled, enabled and disabled again: each time is an event of its own. */
export const webhookDisabled = defineEvent({
  type: 'webhook.disabled',
  description: 'The service stopped to deliver events to a webhook.',
  address: 'styling.webhook.disabled.{user_id}.{partition}',
  data: z.object({
    webhook_id: webhookId,
    user_id: userId,
    key_id: keyId.meta({ description: 'API key with which the webhook was created' }),
    reason: webhookDisabledReason.meta({
      description: '`failing`: nothing but failures for days; `gone`: its receiver responded 410',
    }),
    disabled_at: timestamp,
  }),
  id: ({ webhook_id, disabled_at }) => `${webhook_id}/disabled/${disabled_at}`,
  about: 'webhook_id',
});

/** Becomes a `webhook.test` of the feed, which is delivered to this webhook only. */
export const webhookTestRequested = defineEvent({
  type: 'webhook.test_requested',
  description: 'The owner of a webhook asked for a test event.',
  address: 'styling.webhook.test_requested.{user_id}.{partition}',
  data: z.object({
    webhook_id: webhookId,
    user_id: userId,
    key_id: keyId.meta({ description: 'API key with which the webhook was created' }),
    request_id: requestId.meta({ description: 'Request that asked for it' }),
  }),
  id: ({ request_id }) => `${request_id}/test_requested`,
  about: 'webhook_id',
});
