import { eventStream } from './event-stream.ts';
import type { Event, Events } from './generated/types.gen.ts';
import type { ListOptions } from './pages.ts';
import { pause } from './retry.ts';
import { call, type Input, POLL_SECONDS, requestOf, type Settings, type Signalled } from './transport.ts';

/** Seldom in a feed, so that a page ends at its end. */
const SELDOM: EventType = 'webhook.disabled';
/** Long polls before server-sent events are tried again, where they do not get through. */
const POLLS = 10;
/** Between a stream that ended and the next request. */
const PAUSE_MS = 1_000;

/** A type of events. */
export type EventType = Event['type'];

/** Which events are read. */
export type FeedOptions = Signalled & {
  /** Where to begin: `cursor` of an earlier feed; default: the oldest event that is kept. */
  readonly cursor?: string | undefined;
  /** Default: all. */
  readonly types?: readonly EventType[] | undefined;
};

type Paging = Pick<ListOptions, 'pageSize'>;

/** Where to continue, and the event before, if there is one. */
type FeedStep = { readonly event?: Event; readonly cursor: string | undefined };

/** Events from a cursor on. Iterating again goes on at `cursor`. */
export type EventFeed = AsyncIterable<Event> & {
  /**
   * Where to continue after the events so far: keep it, and pass it to the next feed. In the middle of a page, which has one cursor for
   * all of its events, it is where the page began, so that events can come again and none is missed.
   */
  readonly cursor: string | undefined;
};

const feedOf = (read: (cursor?: string) => AsyncIterable<FeedStep>, cursor?: string): EventFeed => ({
  get cursor() {
    return cursor;
  },
  async *[Symbol.asyncIterator]() {
    for await (const step of read(cursor)) {
      cursor = step.cursor;
      if (step.event) yield step.event;
    }
  },
});

/** What happened to the jobs, images, keys, limits and webhooks of the user in the last 30 days, in order and without gaps. */
export const eventCalls = (settings: Settings) => ({
  /** @throws ApiError `event_not_found` */
  get: async (id: string, { signal }: Signalled = {}): Promise<Event> =>
    (await call(settings, 'getEvent', { path: { id } }, { signal })).body,

  /**
   * The events up to now, oldest first.
   *
   * @param options.pageSize events that are read at a time, 1 to 100; default 100
   * @throws ApiError `cursor_expired`, with the `oldestCursor`, when events after the cursor are no longer kept
   */
  list: (options: FeedOptions & Paging = {}): EventFeed =>
    feedOf((cursor) => readEvents(settings, { ...options, cursor }), options.cursor),

  /**
   * The events up to now, and then each as it happens, until `signal` is aborted or the iteration is left. Connections that are lost
   * are made again, where they ended.
   *
   * @throws ApiError as `list`; ConnectionError when the service does not respond for longer than retries take; the reason of `signal`
   */
  follow: (options: FeedOptions = {}): EventFeed =>
    feedOf((cursor) => followEvents(settings, { ...options, cursor }), options.cursor),

  /** Where the feed ends now: `follow` from there on returns only what happens next. */
  latestCursor: async ({ signal }: Signalled = {}): Promise<string> => {
    let cursor: string | undefined;
    while (true) {
      const page = await readPage(settings, { types: [SELDOM], cursor, signal });
      cursor = page.next_cursor;
      if (!page.has_more) return cursor;
    }
  },
});

/** All pages up to the end of the feed. */
async function* readEvents(settings: Settings, options: FeedOptions & Paging): AsyncGenerator<FeedStep, void> {
  let { cursor } = options;
  while (true) {
    const page = await readPage(settings, { ...options, cursor });
    yield* stepsOf(page, cursor);
    if (!page.has_more) return;
    cursor = page.next_cursor;
  }
}

/**
 * The feed from a cursor on, and what happens next. After each stream a page is read: it reports why there can be no other
 * stream, and gets through where streams do not.
 *
 * @throws ApiError, ConnectionError when the service does not respond for longer than retries take; the reason of `signal`
 */
async function* followEvents(settings: Settings, options: FeedOptions): AsyncGenerator<FeedStep, void> {
  const { types, signal } = options;
  let { cursor } = options;
  while (true) {
    let streamed = false;
    for await (const { id = cursor, data } of eventStream(
      settings,
      streamRequest(settings, { cursor, types }),
      signal,
    )) {
      streamed = true;
      cursor = id;
      yield data === undefined ? { cursor } : { cursor, event: JSON.parse(data) as Event };
    }
    await pause(PAUSE_MS, signal);
    for (let polls = 0; polls < (streamed ? 1 : POLLS); polls++) {
      const page = await readPage(settings, { ...options, cursor, wait: streamed ? 0 : POLL_SECONDS });
      yield* stepsOf(page, cursor);
      cursor = page.next_cursor;
    }
  }
}

function streamRequest(settings: Settings, { cursor, types }: FeedOptions): [string, RequestInit] {
  const [url, init] = requestOf(settings, 'listEvents', { query: types ? { types: types.join(',') } : {} });
  const headers = new Headers(init.headers);
  headers.set('Accept', 'text/event-stream');
  if (cursor !== undefined) headers.set('Last-Event-ID', cursor);
  return [url, { ...init, headers }];
}

/** One page of the feed. @param wait seconds to wait for an event if there is none, at most 30 */
async function readPage(
  settings: Settings,
  { cursor, types, signal, wait = 0, pageSize }: FeedOptions & Paging & { readonly wait?: number },
): Promise<Events> {
  const query = { cursor, types: types?.join(','), wait: wait || undefined, limit: pageSize };
  const input = { query } as Input<'listEvents'>;
  return (await call(settings, 'listEvents', input, { signal, waitMs: wait * 1000 })).body;
}

/** The events of a page that began at a cursor. */
function* stepsOf({ events, next_cursor }: Events, cursor: string | undefined): Generator<FeedStep, void> {
  for (const [index, event] of events.entries()) {
    yield { event, cursor: index === events.length - 1 ? next_cursor : cursor };
  }
  if (events.length === 0) yield { cursor: next_cursor };
}
