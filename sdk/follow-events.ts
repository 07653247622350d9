import { type FeedOptions, type FeedStep, readPage, stepsOf } from './event-feed.ts';
import { eventStream } from './event-stream.ts';
import type { Event } from './generated/types.gen.ts';
import { pause } from './pause.ts';
import { requestOf, type Settings } from './transport.ts';

/** Of a long poll, seconds: below the idle timeouts of proxies. */
const POLL_SECONDS = 25;
/** Long polls before server-sent events are tried again, where they do not get through. */
const POLLS = 10;
/** Between a stream that ended and the next request. */
const PAUSE_MS = 1_000;

/**
 * The feed from a cursor on, and what happens next. After each stream a page is read: it reports why there can be no other
 * stream, and gets through where streams do not.
 *
 * @throws ApiError, ConnectionError when the service does not respond for longer than retries take; the reason of `signal`
 */
export async function* followEvents(settings: Settings, options: FeedOptions): AsyncGenerator<FeedStep, void> {
  const { types, signal } = options;
  let { cursor } = options;
  while (true) {
    let streamed = false;
    for await (const { id = cursor, data } of eventStream(settings, streamRequest(settings, cursor, types), signal)) {
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

function streamRequest(
  settings: Settings,
  cursor: string | undefined,
  types: FeedOptions['types'],
): [string, RequestInit] {
  const [url, init] = requestOf(settings, 'listEvents', { query: types ? { types: types.join(',') } : {} });
  const headers = new Headers(init.headers);
  headers.set('Accept', 'text/event-stream');
  if (cursor !== undefined) headers.set('Last-Event-ID', cursor);
  return [url, { ...init, headers }];
}
