import type { Event, Events } from './generated/types.gen.ts';
import { type CallOptions, call, type Settings } from './transport.ts';

/** A type of events. */
export type EventType = Event['type'];

/** Which events are read. */
export type FeedOptions = Pick<CallOptions, 'signal'> & {
  /** Where to begin: `cursor` of an earlier feed; default: the oldest event that is kept. */
  readonly cursor?: string | undefined;
  /** Default: all. */
  readonly types?: readonly EventType[] | undefined;
};

/** Where to continue, and the event before, if there is one. */
export type FeedStep = { readonly event?: Event; readonly cursor: string | undefined };

/** Events from a cursor on. Iterating again goes on at `cursor`. */
export class EventFeed implements AsyncIterable<Event> {
  readonly #read: (cursor: string | undefined) => AsyncIterable<FeedStep>;
  #cursor: string | undefined;

  constructor(read: (cursor: string | undefined) => AsyncIterable<FeedStep>, cursor: string | undefined) {
    this.#read = read;
    this.#cursor = cursor;
  }

  /**
   * Where to continue after the events so far: keep it, and pass it to the next feed. In the middle of a page, which has one cursor for
   * all of its events, it is where the page began, so that events can come again and none is missed.
   */
  get cursor(): string | undefined {
    return this.#cursor;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Event, void> {
    for await (const { event, cursor } of this.#read(this.#cursor)) {
      this.#cursor = cursor;
      if (event) yield event;
    }
  }
}

/** One page of the feed. @param wait seconds to wait for an event if there is none, at most 30 */
export async function readPage(
  settings: Settings,
  { cursor, types, signal, wait = 0, pageSize }: FeedOptions & { readonly wait?: number; readonly pageSize?: number },
): Promise<Events> {
  const query = {
    ...(cursor !== undefined && { cursor }),
    ...(types && { types: types.join(',') }),
    ...(wait > 0 && { wait }),
    ...(pageSize !== undefined && { limit: pageSize }),
  };
  const options: CallOptions = { signal, waitMs: wait * 1000 };
  return (await call(settings, 'listEvents', { query }, options)).body;
}

/** All pages up to the end of the feed. */
export async function* readEvents(
  settings: Settings,
  options: FeedOptions & { readonly pageSize?: number },
): AsyncGenerator<FeedStep, void> {
  let { cursor } = options;
  while (true) {
    const page = await readPage(settings, { ...options, cursor });
    yield* stepsOf(page, cursor);
    if (!page.has_more) return;
    cursor = page.next_cursor;
  }
}

/** The events of a page that began at a cursor. */
export function* stepsOf({ events, next_cursor }: Events, cursor: string | undefined): Generator<FeedStep, void> {
  for (const [index, event] of events.entries()) {
    yield { event, cursor: index === events.length - 1 ? next_cursor : cursor };
  }
  if (events.length === 0) yield { cursor: next_cursor };
}
