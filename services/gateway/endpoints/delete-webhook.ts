import { ask } from '@styling/bus';
import { deleteWebhook as deleteWebhookQuery } from '@styling/contracts';
import { defineEndpoint } from '../http/define-endpoint.ts';
import { webhookIdOf, webhookParams } from '../http/webhook-record.ts';

export const deleteWebhook = defineEndpoint({
  id: 'deleteWebhook',
  method: 'delete',
  path: '/webhooks/:id',
  tag: 'Webhooks',
  summary: 'Delete a webhook',
  description: 'Deletes a webhook and the record of its deliveries. An attempt that is being made may still arrive.',
  params: webhookParams,
  responses: { 204: { description: 'It is deleted' } },
  errors: [['webhook_not_found']],
  async handle({ gateway: { bus }, caller: { user_id }, request: { params } }) {
    await ask(bus, deleteWebhookQuery, { user_id, webhook_id: webhookIdOf(params) });
    return undefined;
  },
});
