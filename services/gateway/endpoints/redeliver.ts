import { ask } from '@styling/bus';
import { redeliver as redeliverQuery } from '@styling/contracts';
import { defineEndpoint } from '../http/define-endpoint.ts';
import {
  deliveryIdOf,
  deliveryParams,
  deliveryRecord,
  deliveryRecordExample,
  webhookIdOf,
} from '../http/webhook-record.ts';

export const redeliver = defineEndpoint({
  id: 'redeliver',
  method: 'post',
  path: '/webhooks/:id/deliveries/:delivery_id/redeliver',
  tag: 'Webhooks',
  summary: 'Send a delivery again',
  description:
    'Sends the same event again, with the same id, at once, and then as often as a new one, whether it had arrived or not.',
  params: deliveryParams,
  responses: {
    200: {
      description: 'The delivery, on its way',
      schema: deliveryRecord,
      example: deliveryRecordExample,
    },
  },
  errors: [['webhook_not_found'], ['delivery_not_found'], ['webhook_disabled']],
  async handle({ gateway: { bus }, caller: { user_id }, request: { params } }) {
    const asked = { user_id, webhook_id: webhookIdOf(params), delivery_id: deliveryIdOf(params) };
    return (await ask(bus, redeliverQuery, asked)).delivery;
  },
});
