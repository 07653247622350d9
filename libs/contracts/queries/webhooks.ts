import { z } from 'zod';
import { limits } from '../limits.ts';
import { deliveryId, eventId, keyId, requestId, timestamp, userId, webhookId } from '../names.ts';
import type { Open } from '../open-schema.ts';
import { userEventType } from '../user-events.ts';
import { defineQuery } from './define-query.ts';

/** Types that a webhook can subscribe to: `webhook.test` always goes to the tested webhook. */
export const subscribable = userEventType.exclude(['webhook.test']);

/** A webhook as its user sees it; its secret is returned when it is made, and never again. */
export const storedWebhook = z.object({
  webhook_id: webhookId,
  url: z.string(),
  events: z.array(subscribable),
  description: z.string(),
  status: z.enum(['enabled', 'disabled']),
  disabled_reason: z.enum(['requested', 'failing', 'gone']).nullable().meta({
    description:
      '`requested`: by its user; `failing`: nothing but failures for five days; `gone`: the receiver responded with 410',
  }),
  created_at: timestamp,
  failing_since: timestamp.nullable().meta({ description: 'First failure since the last success' }),
});
export type StoredWebhook = Open<z.output<typeof storedWebhook>>;

/** One try to send a delivery. */
export const storedAttempt = z.object({
  at: timestamp,
  status: z.number().int().nullable().meta({ description: 'HTTP status of the response; null without one' }),
  failure: z.string().nullable().meta({ description: 'Why there was no response, a code, e.g. `timeout`' }),
  latency_ms: z.number().int(),
});

export const deliveryStatus = z.enum(['pending', 'succeeded', 'failed']);

/** An event on its way to a webhook. */
export const storedDelivery = z.object({
  delivery_id: deliveryId,
  event_id: eventId.meta({ description: 'Event, as in GET /events/:id and in the header `webhook-id`' }),
  type: z.string().meta({ description: 'Type of the event' }),
  status: deliveryStatus,
  created_at: timestamp,
  next_attempt_at: timestamp.nullable().meta({ description: 'null unless it is pending' }),
  attempts: z.array(storedAttempt).meta({ description: 'The last ten, oldest first' }),
});
export type StoredDelivery = Open<z.output<typeof storedDelivery>>;

/** Members of every query about one webhook of a user; `webhook_not_found` if it is unknown or another user's. */
const oneWebhook = { user_id: userId, webhook_id: webhookId };
const url = z.string().max(limits.urlLength);
const events = z.array(subscribable).min(1);
const description = z.string().max(limits.webhookDescriptionLength);

/** Makes a webhook. Errors: `too_many_webhooks`, and of the URL `invalid_url`, `not_https`, `forbidden_url`. */
export const createWebhook = defineQuery({
  subject: 'styling.query.webhooks.create',
  request: z.object({ user_id: userId, key_id: keyId, url, events, description }),
  reply: z.object({ webhook: storedWebhook, secret: z.string() }),
});

/** All webhooks of a user, oldest first. */
export const listWebhooks = defineQuery({
  subject: 'styling.query.webhooks.list',
  request: z.object({ user_id: userId }),
  reply: z.object({ webhooks: z.array(storedWebhook) }),
});

/** One webhook of a user. */
export const getWebhook = defineQuery({
  subject: 'styling.query.webhooks.get',
  request: z.object(oneWebhook),
  reply: z.object({ webhook: storedWebhook }),
});

/** Changes what is given, and leaves the rest as it is. Errors of the URL as {@link createWebhook}. */
export const changeWebhook = defineQuery({
  subject: 'styling.query.webhooks.change',
  request: z.object({
    ...oneWebhook,
    url: url.optional(),
    events: events.optional(),
    description: description.optional(),
    enabled: z.boolean().optional(),
  }),
  reply: z.object({ webhook: storedWebhook }),
});

/** Deletes a webhook with its deliveries. */
export const deleteWebhook = defineQuery({
  subject: 'styling.query.webhooks.delete',
  request: z.object(oneWebhook),
  reply: z.object({}),
});

/** Replaces the secret of a webhook; the earlier ones sign until `previous_expires_at` as well. */
export const rotateSecret = defineQuery({
  subject: 'styling.query.webhooks.rotate_secret',
  request: z.object({
    ...oneWebhook,
    overlap_seconds: z.number().int().min(0).max(limits.longestSecretOverlapSeconds),
  }),
  reply: z.object({ secret: z.string(), previous_expires_at: timestamp }),
});

/** Publishes an event for one webhook only. Error: `webhook_disabled`. */
export const testWebhook = defineQuery({
  subject: 'styling.query.webhooks.test',
  request: z.object({ ...oneWebhook, request_id: requestId }),
  reply: z.object({ event_id: eventId }),
});

/** Deliveries to a webhook, newest first. A cursor that this query did not return is an `invalid_cursor` error. */
export const listDeliveries = defineQuery({
  subject: 'styling.query.webhooks.deliveries',
  request: z.object({
    ...oneWebhook,
    status: deliveryStatus.nullable(),
    limit: z.number().int().min(1).max(limits.pageSize),
    cursor: z.string().max(limits.cursorLength).nullable(),
  }),
  reply: z.object({ deliveries: z.array(storedDelivery), next_cursor: z.string().nullable() }),
});

/** Sends a delivery again, from the first attempt on. Errors: `delivery_not_found`, `webhook_disabled`. */
export const redeliver = defineQuery({
  subject: 'styling.query.webhooks.redeliver',
  request: z.object({ ...oneWebhook, delivery_id: deliveryId }),
  reply: z.object({ delivery: storedDelivery }),
});

/** Schedules what the webhook subscribes to, has happened since, and neither arrived nor is on its way. Error: `webhook_disabled`. */
export const recoverDeliveries = defineQuery({
  subject: 'styling.query.webhooks.recover',
  request: z.object({ ...oneWebhook, since: timestamp }),
  reply: z.object({ scheduled: z.number().int() }),
});
