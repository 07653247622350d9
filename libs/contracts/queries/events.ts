import { z } from 'zod';
import { limits } from '../limits.ts';
import { eventId, timestamp, userId } from '../names.ts';
import type { Open } from '../open-schema.ts';
import { defineQuery } from './define-query.ts';

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
 * last event, at the end of the feed with what happens next. A cursor that this query did not return is an `invalid_cursor` error,
 * one that is too old to continue without a gap `cursor_expired`, with the parameter `oldest_cursor`.
 */
export const readEvents = defineQuery({
  subject: 'styling.query.webhooks.read_events',
  request: z.object({
    user_id: userId,
    cursor: z.string().max(limits.cursorLength).nullable(),
    types: z.array(z.string()).nullable().meta({ description: 'null: all' }),
    limit: z.number().int().min(1).max(limits.pageSize),
  }),
  reply: z.object({ events: z.array(fedEvent), next_cursor: z.string(), has_more: z.boolean() }),
});

/** One event of a user; null when it is unknown, another user's, or forgotten. */
export const getEvent = defineQuery({
  subject: 'styling.query.webhooks.get_event',
  request: z.object({ user_id: userId, event_id: eventId }),
  reply: z.object({ event: fedEvent.nullable() }),
});
