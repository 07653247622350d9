import { ask } from '@styling/bus';
import {
  deliveryId,
  deliveryStatus,
  listDeliveries,
  recoverDeliveries,
  redeliver,
  storedDelivery,
} from '@styling/contracts';
import { z } from 'zod';
import { defineEndpoint } from '../http/define-endpoint.ts';
import { idInPath, pageParameters } from '../http/parameters.ts';
import { webhookParams } from './webhooks.ts';

const DEFAULT_PAGE = 20;

const record = storedDelivery.meta({ id: 'Delivery' });

const example: z.output<typeof record> = {
  delivery_id: 'dlv_0a1b2c3d4e5f60718293a4b5',
  event_id: 'evt_9f8e7d6c5b4a392817060504',
  type: 'job.succeeded',
  status: 'pending',
  created_at: '2026-01-02T03:04:05.678Z',
  next_attempt_at: '2026-01-02T03:04:11.012Z',
  attempts: [{ at: '2026-01-02T03:04:05.701Z', status: 503, failure: null, latency_ms: 42 }],
};

const params = webhookParams.extend({
  delivery_id: idInPath(
    deliveryId,
    'delivery_not_found',
    'Delivery id, as returned by `GET /webhooks/:id/deliveries`',
    example.delivery_id,
  ),
});

export const deliveryEndpoints = [
  defineEndpoint({
    id: 'listDeliveries',
    method: 'get',
    path: '/webhooks/:id/deliveries',
    isPolled: true,
    summary: 'List the deliveries of a webhook',
    description: `What was sent in the last 30 days and what is on its way, newest first, each with its attempts: when, the HTTP status or why
there was no response, and how long it took; nothing of a response's body is kept. \`limit\` is ${DEFAULT_PAGE} by default; \`next_cursor\`
is present if there are more: pass it as \`cursor\` to get the next page.`,
    params: webhookParams,
    query: z.object({
      status: deliveryStatus.optional().meta({ description: 'Only deliveries in this state' }),
      ...pageParameters,
    }),
    success: {
      description: 'The deliveries',
      schema: z.object({ deliveries: z.array(record), next_cursor: z.string().optional() }).meta({ id: 'Deliveries' }),
      example: { deliveries: [example] },
    },
    async handle({ gateway: { bus }, caller: { user_id } }, given) {
      const { id: webhook_id, status = null, limit = DEFAULT_PAGE, cursor = null } = given;
      const asked = { user_id, webhook_id, status, cursor, limit };
      const { deliveries, next_cursor } = await ask(bus, listDeliveries, asked);
      return { deliveries, ...(next_cursor !== null && { next_cursor }) };
    },
  }),
  defineEndpoint({
    id: 'redeliver',
    method: 'post',
    path: '/webhooks/:id/deliveries/:delivery_id/redeliver',
    summary: 'Send a delivery again',
    description:
      'Sends the same event again, with the same id, at once, and then as often as a new one, whether it had arrived or not.',
    params,
    success: { description: 'The delivery, on its way', schema: record, example },
    errors: [['webhook_disabled']],
    async handle({ gateway: { bus }, caller: { user_id } }, { id: webhook_id, delivery_id }) {
      return (await ask(bus, redeliver, { user_id, webhook_id, delivery_id })).delivery;
    },
  }),
  defineEndpoint({
    id: 'recoverDeliveries',
    method: 'post',
    path: '/webhooks/:id/recover',
    summary: 'Send what was missed',
    description: `Sends every event since a time, of the types that the webhook subscribes to, that neither arrived nor is on its way: those whose
deliveries have failed, and those of the time when the webhook was disabled or did not exist. Events are kept for 30 days.`,
    params: webhookParams,
    body: z
      .object({
        since: z.iso
          .datetime({ offset: true, error: 'not_a_time' })
          .refine((text) => !text.startsWith('0000'), 'not_a_time')
          .meta({
            description: 'When the events happened that are sent, at the earliest',
            examples: ['2026-01-02T03:04:05Z'],
          }),
      })
      .meta({ id: 'RecoverRequest' }),
    example: { since: '2026-01-02T03:04:05Z' },
    success: {
      description: 'How many events are sent',
      schema: z.object({ scheduled: z.number().int() }).meta({ id: 'Recovered' }),
      example: { scheduled: 12 },
    },
    errors: [['webhook_disabled']],
    handle: ({ gateway: { bus }, caller: { user_id } }, { id: webhook_id, since }) =>
      ask(bus, recoverDeliveries, { user_id, webhook_id, since: new Date(since).toISOString() }),
  }),
];
