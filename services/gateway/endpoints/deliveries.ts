import { ask } from '@styling/bus';
import { deliveryStatus, limits, listDeliveries, recoverDeliveries, redeliver } from '@styling/contracts';
import { z } from 'zod';
import { defineEndpoint } from '../http/define-endpoint.ts';
import { pageParameters } from '../http/parameters.ts';
import { deliveryParams, deliveryRecord, deliveryRecordExample, webhookParams } from './webhook-record.ts';

const tag = 'Webhooks';
const DEFAULT_PAGE = 20;

export const deliveryEndpoints = [
  defineEndpoint({
    id: 'listDeliveries',
    method: 'get',
    path: '/webhooks/:id/deliveries',
    tag,
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
    responses: {
      200: {
        description: 'The deliveries',
        schema: z
          .object({ deliveries: z.array(deliveryRecord), next_cursor: z.string().optional() })
          .meta({ id: 'Deliveries' }),
        example: { deliveries: [deliveryRecordExample] },
      },
    },
    async handle({ gateway: { bus }, caller: { user_id } }, given) {
      const { id: webhook_id, status = null, limit = DEFAULT_PAGE, cursor = null } = given;
      const asked = { user_id, webhook_id, status, cursor, limit: Math.min(limit, limits.pageSize) };
      const { deliveries, next_cursor } = await ask(bus, listDeliveries, asked);
      return { deliveries, ...(next_cursor !== null && { next_cursor }) };
    },
  }),
  defineEndpoint({
    id: 'redeliver',
    method: 'post',
    path: '/webhooks/:id/deliveries/:delivery_id/redeliver',
    tag,
    summary: 'Send a delivery again',
    description:
      'Sends the same event again, with the same id, at once, and then as often as a new one, whether it had arrived or not.',
    params: deliveryParams,
    responses: {
      200: { description: 'The delivery, on its way', schema: deliveryRecord, example: deliveryRecordExample },
    },
    errors: [['webhook_disabled']],
    async handle({ gateway: { bus }, caller: { user_id } }, { id: webhook_id, delivery_id }) {
      return (await ask(bus, redeliver, { user_id, webhook_id, delivery_id })).delivery;
    },
  }),
  defineEndpoint({
    id: 'recoverDeliveries',
    method: 'post',
    path: '/webhooks/:id/recover',
    tag,
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
    responses: {
      200: {
        description: 'How many events are sent',
        schema: z.object({ scheduled: z.number().int() }).meta({ id: 'Recovered' }),
        example: { scheduled: 12 },
      },
    },
    errors: [['webhook_disabled']],
    handle: ({ gateway: { bus }, caller: { user_id } }, { id: webhook_id, since }) =>
      ask(bus, recoverDeliveries, { user_id, webhook_id, since: new Date(since).toISOString() }),
  }),
];
