import type { Output } from '@styling/client';

/** A page of the feed. */
export type FeedPage = Output<'listEvents'>;
/** An event of the user. */
export type FeedEvent = FeedPage['events'][number];

/** What is shown of the feed. */
export type FeedState = {
  /** Newest first, each once, at most {@link MOST_SHOWN}. */
  readonly events: readonly FeedEvent[];
  /** Where to continue; undefined: from the oldest event. */
  readonly cursor: string | undefined;
  /** How many have arrived, those included that are not shown any more. */
  readonly received: number;
  /** Ids of those that happened while they were looked at, with the last page. */
  readonly fresh: ReadonlySet<string>;
  /** Whether all that had happened by then has arrived. */
  readonly isCurrent: boolean;
  /** Whether events were lost between those that are shown. */
  readonly hasGap: boolean;
};

/** Most events that are shown: the feed of thirty days can have any number. */
export const MOST_SHOWN = 500;

/** Before anything was read. */
export const emptyFeed: FeedState = {
  events: [],
  cursor: undefined,
  received: 0,
  fresh: new Set(),
  isCurrent: false,
  hasGap: false,
};

/** A page has arrived: it continues at the cursor, oldest first. */
export function pageArrived(state: FeedState, { events, next_cursor, has_more }: FeedPage): FeedState {
  const known = new Set(state.events.map(({ id }) => id));
  const added = events.filter(({ id }) => !known.has(id)).reverse();
  return {
    ...state,
    events: [...added, ...state.events].slice(0, MOST_SHOWN),
    cursor: next_cursor,
    fresh: new Set(state.isCurrent ? added.map(({ id }) => id) : []),
    received: state.received + added.length,
    isCurrent: !has_more,
  };
}

/** The service no longer has all that follows the cursor: what is shown stays, and reading begins with the oldest that is kept. */
export const cursorExpired = (state: FeedState): FeedState => ({
  ...state,
  cursor: undefined,
  isCurrent: false,
  hasGap: state.events.length > 0,
});
