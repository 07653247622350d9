import { z } from 'zod';
import { limits } from '../limits.ts';
import { deliveryId, eventId, keyId, requestId, timestamp, userId, webhookId } from '../names.ts';
import type { Open } from '../open-schema.ts';
import { userEventType } from '../user-events.ts';
import { defineQuery, pageRequest } from './define-query.ts';

/** An event of a user, of any version's types; `cursor` continues after it. */
const fedEvent = z.object({
  id: eventId,
  type: z.string(),
  timestamp,
  data: z.record(z.string(), z.unknown()),
  cursor: z.string(),
});
export type FedEvent = Open<z.output<typeof fedEvent>>;

/**
 * The events of a user after a cursor, oldest first; without one from the oldest that is kept. `next_cursor` continues after the
 * last event, at the end of the feed with what happens next. A cursor that is too old to continue without a gap is a `cursor_expired`
 * error, with the parameter `oldest_cursor`.
 */
export const readEvents = defineQuery(
  'styling.query.webhooks.read_events',
  { ...pageRequest(limits.pageSize), types: z.array(z.string()).nullable().meta({ description: 'null: all' }) },
  { events: z.array(fedEvent), next_cursor: z.string(), has_more: z.boolean() },
);

/** One event of a user; null when it is unknown, another user's, or forgotten. */
export const getEvent = defineQuery(
  'styling.query.webhooks.get_event',
  { user_id: userId, event_id: eventId },
  { event: fedEvent.nullable() },
);

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
export const createWebhook = defineQuery(
  'styling.query.webhooks.create',
  { user_id: userId, key_id: keyId, url, events, description },
  { webhook: storedWebhook, secret: z.string() },
);

/** All webhooks of a user, oldest first. */
export const listWebhooks = defineQuery(
  'styling.query.webhooks.list',
  { user_id: userId },
  { webhooks: z.array(storedWebhook) },
);

/** One webhook of a user. */
export const getWebhook = defineQuery('styling.query.webhooks.get', oneWebhook, { webhook: storedWebhook });

/** Changes what is given, and leaves the rest as it is. Errors of the URL as {@link createWebhook}. */
export const changeWebhook = defineQuery(
  'styling.query.webhooks.change',
  {
    ...oneWebhook,
    url: url.optional(),
    events: events.optional(),
    description: description.optional(),
    enabled: z.boolean().optional(),
  },
  { webhook: storedWebhook },
);

/** Deletes a webhook with its deliveries. */
export const deleteWebhook = defineQuery('styling.query.webhooks.delete', oneWebhook, {});

/** Replaces the secret of a webhook; the earlier ones sign until `previous_expires_at` as well. */
export const rotateSecret = defineQuery(
  'styling.query.webhooks.rotate_secret',
  {
    ...oneWebhook,
    overlap_seconds: z.number().int().min(0).max(limits.longestSecretOverlapSeconds),
  },
  { secret: z.string(), previous_expires_at: timestamp },
);

/** Publishes an event for one webhook only. Error: `webhook_disabled`. */
export const testWebhook = defineQuery(
  'styling.query.webhooks.test',
  { ...oneWebhook, request_id: requestId },
  { event_id: eventId },
);

/** Deliveries to a webhook, newest first. */
export const listDeliveries = defineQuery(
  'styling.query.webhooks.deliveries',
  { ...pageRequest(limits.pageSize), webhook_id: webhookId, status: deliveryStatus.nullable() },
  { deliveries: z.array(storedDelivery), next_cursor: z.string().nullable() },
);

/** Sends a delivery again, from the first attempt on. Errors: `delivery_not_found`, `webhook_disabled`. */
export const redeliver = defineQuery(
  'styling.query.webhooks.redeliver',
  { ...oneWebhook, delivery_id: deliveryId },
  { delivery: storedDelivery },
);

/** Schedules what the webhook subscribes to, has happened since, and neither arrived nor is on its way. Error: `webhook_disabled`. */
export const recoverDeliveries = defineQuery(
  'styling.query.webhooks.recover',
  { ...oneWebhook, since: timestamp },
  { scheduled: z.number().int() },
);
