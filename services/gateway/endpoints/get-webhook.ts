import { ask } from '@styling/bus';
import { getWebhook as getWebhookQuery } from '@styling/contracts';
import { defineEndpoint } from '../http/define-endpoint.ts';
import { webhookIdOf, webhookParams, webhookRecord, webhookRecordExample } from '../http/webhook-record.ts';

export const getWebhook = defineEndpoint({
  id: 'getWebhook',
  method: 'get',
  path: '/webhooks/:id',
  tag: 'Webhooks',
  summary: 'Get one webhook',
  description: 'A webhook as it is now: whether it is enabled, and since when it only fails.',
  params: webhookParams,
  responses: { 200: { description: 'The webhook', schema: webhookRecord, example: webhookRecordExample } },
  errors: [['webhook_not_found']],
  async handle({ gateway: { bus }, caller: { user_id }, request: { params } }) {
    const asked = { user_id, webhook_id: webhookIdOf(params) };
    return (await ask(bus, getWebhookQuery, asked)).webhook;
  },
});
