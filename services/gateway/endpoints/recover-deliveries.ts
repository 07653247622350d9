import { ask } from '@styling/bus';
import { recoverDeliveries as recoverDeliveriesQuery } from '@styling/contracts';
import { readBody } from '@styling/http';
import { z } from 'zod';
import { defineEndpoint } from '../http/define-endpoint.ts';
import { webhookIdOf, webhookParams } from '../http/webhook-record.ts';

const body = z
  .object({
    since: z.iso
      .datetime({ offset: true, error: 'not_a_time' })
      .refine((text) => !text.startsWith('0000'), 'not_a_time')
      .meta({
        description: 'When the events happened that are sent, at the earliest',
        examples: ['2026-01-02T03:04:05Z'],
      }),
  })
  .meta({ id: 'RecoverRequest' });

export const recoverDeliveries = defineEndpoint({
  id: 'recoverDeliveries',
  method: 'post',
  path: '/webhooks/:id/recover',
  tag: 'Webhooks',
  summary: 'Send what was missed',
  description: `Sends every event since a time, of the types that the webhook subscribes to, that neither arrived nor is on its way: those whose
deliveries have failed, and those of the time when the webhook was disabled or did not exist. Events are kept for 30 days.`,
  params: webhookParams,
  body,
  example: { since: '2026-01-02T03:04:05Z' },
  responses: {
    200: {
      description: 'How many events are sent',
      schema: z.object({ scheduled: z.number().int() }).meta({ id: 'Recovered' }),
      example: { scheduled: 12 },
    },
  },
  errors: [['webhook_not_found'], ['webhook_disabled']],
  async handle(call) {
    const { gateway, caller, request } = call;
    const { since } = await readBody(call, body);
    const asked = { user_id: caller.user_id, webhook_id: webhookIdOf(request.params) };
    return ask(gateway.bus, recoverDeliveriesQuery, { ...asked, since: new Date(since).toISOString() });
  },
});
