import { ask } from '@styling/bus';
import { eventId, testWebhook as testWebhookQuery } from '@styling/contracts';
import { z } from 'zod';
import { changesOf, countChanges } from '../admission/changes.ts';
import { defineEndpoint } from '../http/define-endpoint.ts';
import { deliveryRecordExample, webhookIdOf, webhookParams } from '../http/webhook-record.ts';

export const testWebhook = defineEndpoint({
  id: 'testWebhook',
  method: 'post',
  path: '/webhooks/:id/test',
  tag: 'Webhooks',
  summary: 'Send a test event',
  description: `Sends an event of the type \`webhook.test\` to this webhook only, whatever it subscribes to, as any other event is sent:
\`GET /webhooks/:id/deliveries\` has what became of it. Within ten seconds of a test it is the same event.`,
  params: webhookParams,
  responses: {
    200: {
      description: 'The event',
      schema: z.object({ event_id: eventId }).meta({ id: 'TestEvent' }),
      example: { event_id: deliveryRecordExample.event_id },
    },
  },
  errors: [['webhook_not_found'], ['webhook_disabled'], ['too_many_changes']],
  async handle({ gateway, caller: { user_id }, request: { params }, request_id }) {
    const webhook_id = webhookIdOf(params);
    await countChanges(gateway, user_id, changesOf.webhookTest);
    return ask(gateway.bus, testWebhookQuery, { user_id, webhook_id, request_id });
  },
});
