import { z } from 'zod';
import { requestId, userId, webhookId } from '../names.ts';
import { defineEvent } from './define-event.ts';

export const webhookTested = defineEvent({
  type: 'webhook.tested',
  description: 'A user asked for a delivery to a webhook, to see whether it arrives.',
  address: 'styling.webhook.tested.{user_id}.{partition}',
  data: z.object({ webhook_id: webhookId, user_id: userId, request_id: requestId }),
  id: ({ webhook_id, request_id }) => `${webhook_id}/tested/${request_id}`,
  about: 'webhook_id',
});
