import { ask } from '@styling/bus';
import { listWebhooks as listWebhooksQuery } from '@styling/contracts';
import { z } from 'zod';
import { defineEndpoint } from '../http/define-endpoint.ts';
import { webhookRecord, webhookRecordExample } from '../http/webhook-record.ts';

export const listWebhooks = defineEndpoint({
  id: 'listWebhooks',
  method: 'get',
  path: '/webhooks',
  tag: 'Webhooks',
  summary: 'List your webhooks',
  description: 'All of your webhooks, made with any of your keys, oldest first.',
  responses: {
    200: {
      description: 'The webhooks',
      schema: z.object({ webhooks: z.array(webhookRecord) }).meta({ id: 'Webhooks' }),
      example: { webhooks: [webhookRecordExample] },
    },
  },
  handle: ({ gateway: { bus }, caller: { user_id } }) => ask(bus, listWebhooksQuery, { user_id }),
});
