import { z } from 'zod';
import { keyId, requestId, userId, webhookId } from '../names.ts';
import { defineEvent, type EventOf } from './define-event.ts';

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
export type WebhookTestRequested = EventOf<typeof webhookTestRequested>;
