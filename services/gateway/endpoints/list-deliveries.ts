import { ask } from '@styling/bus';
import { deliveryStatus, limits, listDeliveries as listDeliveriesQuery } from '@styling/contracts';
import { parseFields } from '@styling/http';
import { z } from 'zod';
import { defineEndpoint } from '../http/define-endpoint.ts';
import { cursorParameter, limitParameter } from '../http/query-parameters.ts';
import { deliveryRecord, deliveryRecordExample, webhookIdOf, webhookParams } from '../http/webhook-record.ts';

const DEFAULT_PAGE = 20;

const query = z.object({
  status: deliveryStatus.optional().meta({ description: 'Only deliveries in this state' }),
  limit: limitParameter,
  cursor: cursorParameter,
});

export const listDeliveries = defineEndpoint({
  id: 'listDeliveries',
  method: 'get',
  path: '/webhooks/:id/deliveries',
  tag: 'Webhooks',
  isPolled: true,
  summary: 'List the deliveries of a webhook',
  description: `What was sent in the last 30 days and what is on its way, newest first, each with its attempts: when, the HTTP status or why
there was no response, and how long it took; nothing of a response's body is kept. \`limit\` is ${DEFAULT_PAGE} by default; \`next_cursor\`
is present if there are more: pass it as \`cursor\` to get the next page.`,
  params: webhookParams,
  query,
  responses: {
    200: {
      description: 'The deliveries',
      schema: z
        .object({ deliveries: z.array(deliveryRecord), next_cursor: z.string().optional() })
        .meta({ id: 'Deliveries' }),
      example: { deliveries: [deliveryRecordExample] },
    },
  },
  errors: [['webhook_not_found']],
  async handle({ gateway: { bus }, caller: { user_id }, request }) {
    const { status = null, limit = DEFAULT_PAGE, cursor = null } = parseFields(query, request.query);
    const asked = { user_id, webhook_id: webhookIdOf(request.params), status, cursor };
    const page = await ask(bus, listDeliveriesQuery, { ...asked, limit: Math.min(limit, limits.pageSize) });
    return { deliveries: page.deliveries, ...(page.next_cursor !== null && { next_cursor: page.next_cursor }) };
  },
});
