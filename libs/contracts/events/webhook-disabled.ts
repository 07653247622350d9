import { z } from 'zod';
import { timestamp, userId, webhookId } from '../names.ts';
import { defineEvent } from './define-event.ts';

export const webhookDisabled = defineEvent({
  type: 'webhook.disabled',
  description: 'The system stopped delivering to a webhook, as its receiver only failed, or does not want it any more.',
  address: 'styling.webhook.disabled.{user_id}.{partition}',
  data: z.object({
    webhook_id: webhookId,
    user_id: userId,
    reason: z.enum(['failing', 'gone']).meta({
      description: '`failing`: nothing but failures for five days; `gone`: the receiver responded with 410',
    }),
    disabled_at: timestamp,
  }),
  id: ({ webhook_id, disabled_at }) => `${webhook_id}/disabled/${disabled_at}`,
  about: 'webhook_id',
});
