import { EventFeed, type EventType, type FeedOptions, readEvents } from './event-feed.ts';
import { followEvents } from './follow-events.ts';
import type { Event } from './generated/types.gen.ts';
import { type CallOptions, call, type Settings } from './transport.ts';

/** Seldom in a feed, so that a page ends at its end. */
const SELDOM: EventType = 'webhook.disabled';

/** What happened to the jobs, images, keys, limits and webhooks of the user in the last 30 days, in order and without gaps. */
export const eventCalls = (settings: Settings) => ({
  /** @throws ApiError `event_not_found` */
  get: async (id: string, { signal }: Pick<CallOptions, 'signal'> = {}): Promise<Event> =>
    (await call(settings, 'getEvent', { path: { id } }, { signal })).body,

  /**
   * The events up to now, oldest first.
   *
   * @param options.pageSize events that are read at a time, 1 to 100; default 100
   * @throws ApiError `cursor_expired`, with the `oldestCursor`, when events after the cursor are no longer kept
   */
  list: (options: FeedOptions & { readonly pageSize?: number } = {}): EventFeed =>
    new EventFeed((cursor) => readEvents(settings, { ...options, cursor }), options.cursor),

  /**
   * The events up to now, and then each as it happens, until `signal` is aborted or the iteration is left. Connections that are lost
   * are made again, where they ended.
   *
   * @throws ApiError as `list`; ConnectionError when the service does not respond for longer than retries take; the reason of `signal`
   */
  follow: (options: FeedOptions = {}): EventFeed =>
    new EventFeed((cursor) => followEvents(settings, { ...options, cursor }), options.cursor),

  /** Where the feed ends now: `follow` from there on returns only what happens next. */
  latestCursor: async ({ signal }: Pick<CallOptions, 'signal'> = {}): Promise<string> => {
    let cursor: string | undefined;
    while (true) {
      const query = { types: SELDOM, ...(cursor !== undefined && { cursor }) };
      const { body } = await call(settings, 'listEvents', { query }, { signal });
      cursor = body.next_cursor;
      if (!body.has_more) return cursor;
    }
  },
});
