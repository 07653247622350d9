import { z } from 'zod';
import { limits } from '../limits.ts';
import { deliveryId, eventId, keyId, requestId, timestamp, userId, webhookId } from '../names.ts';
import type { Open } from '../open-schema.ts';
import { userEventType } from '../user-events.ts';
import { defineQuery, pageRequest } from './define-query.ts';

const query = defineQuery('webhooks');

/** From any version's types; `cursor` continues after it. */
const fedEvent = z.object({
  id: eventId,
  type: z.string(),
  timestamp,
  data: z.record(z.string(), z.unknown()),
  cursor: z.string(),
});
export type FedEvent = Open<z.output<typeof fedEvent>>;

/**
 * A user's events, oldest first, after a cursor or from the oldest kept; `next_cursor` continues after the last one,
 * also at the feed's end. A cursor too old to continue without a gap is a `cursor_expired` error with `oldest_cursor`.
 */
export const readEvents = query(
  'read_events',
  { ...pageRequest(limits.pageSize), types: z.array(z.string()).nullable().meta({ description: 'null: all' }) },
  { events: z.array(fedEvent), next_cursor: z.string(), has_more: z.boolean() },
);

/** Null when unknown, another user's, or forgotten. */
export const getEvent = query('get_event', { user_id: userId, event_id: eventId }, { event: fedEvent.nullable() });

/** `webhook.test` always goes to the tested webhook. */
export const subscribable = userEventType.exclude(['webhook.test']);

/** Its secret is returned when it is made, and never again. */
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

export const deliveryStatus = z.enum(['pending', 'succeeded', 'failed']);

export const storedDelivery = z.object({
  delivery_id: deliveryId,
  event_id: eventId.meta({ description: 'Event, as in GET /events/:id and in the header `webhook-id`' }),
  type: z.string().meta({ description: 'Type of the event' }),
  status: deliveryStatus,
  created_at: timestamp,
  next_attempt_at: timestamp.nullable().meta({ description: 'null unless it is pending' }),
  attempts: z
    .array(
      z.object({
        at: timestamp,
        status: z.int().nullable().meta({ description: 'HTTP status of the response; null without one' }),
        failure: z.string().nullable().meta({ description: 'Why there was no response, a code, e.g. `timeout`' }),
        latency_ms: z.int(),
      }),
    )
    .meta({ description: 'The last ten, oldest first' }),
});
export type StoredDelivery = Open<z.output<typeof storedDelivery>>;

/** `webhook_not_found` if unknown or another user's. */
const oneWebhook = { user_id: userId, webhook_id: webhookId };
const url = z.string().max(limits.urlLength);
const events = z.array(subscribable).min(1);
const description = z.string().max(limits.webhookDescriptionLength);

/** Errors: `too_many_webhooks`; of the URL `invalid_url`, `not_https`, `forbidden_url`. */
export const createWebhook = query(
  'create',
  { user_id: userId, key_id: keyId, url, events, description },
  { webhook: storedWebhook, secret: z.string() },
);

/** Oldest first. */
export const listWebhooks = query('list', { user_id: userId }, { webhooks: z.array(storedWebhook) });

export const getWebhook = query('get', oneWebhook, { webhook: storedWebhook });

/** Leaves the rest. Errors of the URL: {@link createWebhook}. */
export const changeWebhook = query(
  'change',
  {
    ...oneWebhook,
    url: url.optional(),
    events: events.optional(),
    description: description.optional(),
    enabled: z.boolean().optional(),
  },
  { webhook: storedWebhook },
);

export const deleteWebhook = query('delete', oneWebhook, {});

/** Earlier secrets sign as well until `previous_expires_at`. */
export const rotateSecret = query(
  'rotate_secret',
  { ...oneWebhook, overlap_seconds: z.int().min(0).max(limits.longestSecretOverlapSeconds) },
  { secret: z.string(), previous_expires_at: timestamp },
);

/** For one webhook only. Error: `webhook_disabled`. */
export const testWebhook = query('test', { ...oneWebhook, request_id: requestId }, { event_id: eventId });

/** Newest first. */
export const listDeliveries = query(
  'deliveries',
  { ...pageRequest(limits.pageSize), webhook_id: webhookId, status: deliveryStatus.nullable() },
  { deliveries: z.array(storedDelivery), next_cursor: z.string().nullable() },
);

/** From the first attempt on. Errors: `delivery_not_found`, `webhook_disabled`. */
export const redeliver = query('redeliver', { ...oneWebhook, delivery_id: deliveryId }, { delivery: storedDelivery });

/** Schedules subscribed events since then that neither arrived nor are on their way. Error: `webhook_disabled`. */
export const recoverDeliveries = query('recover', { ...oneWebhook, since: timestamp }, { scheduled: z.int() });
