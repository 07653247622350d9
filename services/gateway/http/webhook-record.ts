import { deliveryId, limits, storedDelivery, storedWebhook, subscribable, webhookId } from '@styling/contracts';
import { z } from 'zod';
import { idParameter, pathId } from './path-id.ts';

/** A webhook as its user sees it, without its secret. */
export const webhookRecord = storedWebhook.meta({ id: 'Webhook' });

/** Example for the documentation. */
export const webhookRecordExample: z.output<typeof webhookRecord> = {
  webhook_id: 'whk_5f2b8c1d9e3a4f6071829304',
  url: 'https://shop.example/hooks/styling',
  events: ['job.succeeded', 'job.failed'],
  description: 'Orders',
  status: 'enabled',
  disabled_reason: null,
  created_at: '2026-01-02T03:04:05.678Z',
  failing_since: null,
};

export const deliveryRecord = storedDelivery.meta({ id: 'Delivery' });

/** Example for the documentation. */
export const deliveryRecordExample: z.output<typeof deliveryRecord> = {
  delivery_id: 'dlv_0a1b2c3d4e5f60718293a4b5',
  event_id: 'evt_9f8e7d6c5b4a392817060504',
  type: 'job.succeeded',
  status: 'pending',
  created_at: '2026-01-02T03:04:05.678Z',
  next_attempt_at: '2026-01-02T03:04:11.012Z',
  attempts: [{ at: '2026-01-02T03:04:05.701Z', status: 503, failure: null, latency_ms: 42 }],
};

/** A fixed example. */
export const EXAMPLE_SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';

/** Fields of a webhook that its user gives. */
export const webhookFields = {
  url: z
    .string()
    .max(limits.urlLength)
    .meta({
      description: 'Where events are sent: https, port 443, a public host',
      examples: [webhookRecordExample.url],
    }),
  events: z
    .array(subscribable, 'not_event_types')
    .min(1, 'not_event_types')
    .max(100, 'not_event_types')
    .meta({ description: 'Types of events to send', examples: [webhookRecordExample.events] }),
  description: z
    .string()
    .max(limits.webhookDescriptionLength)
    .meta({ description: 'For its user', examples: [webhookRecordExample.description] }),
};

/** Path parameters of an endpoint about one webhook. */
export const webhookParams = z.object({
  id: idParameter('Webhook id, as returned by `POST /webhooks` or `GET /webhooks`', webhookRecordExample.webhook_id),
});

/** Path parameters of an endpoint about one delivery. */
export const deliveryParams = webhookParams.extend({
  delivery_id: idParameter(
    'Delivery id, as returned by `GET /webhooks/:id/deliveries`',
    deliveryRecordExample.delivery_id,
  ),
});

export const webhookIdOf = pathId(webhookId, 'webhook_not_found');
export const deliveryIdOf = pathId(deliveryId, 'delivery_not_found', 'delivery_id');
