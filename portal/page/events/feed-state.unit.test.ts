import { describe, expect, it } from 'vitest';
import { cursorExpired, emptyFeed, type FeedEvent, MOST_SHOWN, pageArrived } from './feed-state.ts';

const anEvent = (number: number): FeedEvent => ({
  id: `evt_${String(number).padStart(24, '0')}`,
  type: 'key.created',
  timestamp: '2026-01-02T03:04:05.678Z',
  data: { key_id: 'key_0123456789abcdef01234567' },
});
const aPage = (from: number, to: number, has_more = false) => ({
  events: Array.from({ length: to - from + 1 }, (_, index) => anEvent(from + index)),
  next_cursor: `after-${to}`,
  has_more,
});
const shown = ({ events }: { events: readonly FeedEvent[] }) => events.map(({ id }) => Number(id.slice(4)));

describe('what is shown of the feed', () => {
  it('given pages, oldest first, then the newest event is on top, and the end is known', () => {
    const first = pageArrived(emptyFeed, aPage(1, 3, true));
    expect([shown(first), first.isCurrent, first.cursor]).toEqual([[3, 2, 1], false, 'after-3']);
    const second = pageArrived(first, aPage(4, 5));
    expect([shown(second), second.isCurrent, second.received]).toEqual([[5, 4, 3, 2, 1], true, 5]);
  });

  it('given more than fit, then the oldest go, and all are counted', () => {
    let state = emptyFeed;
    for (let from = 1; from <= MOST_SHOWN + 100; from += 100) state = pageArrived(state, aPage(from, from + 99, true));
    expect([state.events.length, shown(state)[0], state.received]).toEqual([
      MOST_SHOWN,
      MOST_SHOWN + 100,
      MOST_SHOWN + 100,
    ]);
  });

  it('given a page after the end was reached, then its events are fresh, until the next page', () => {
    const history = pageArrived(emptyFeed, aPage(1, 2));
    const live = pageArrived(history, aPage(3, 3));
    expect([history.fresh.size, [...live.fresh]]).toEqual([0, [anEvent(3).id]]);
    expect(pageArrived(live, aPage(4, 4)).fresh).toEqual(new Set([anEvent(4).id]));
  });

  it('given an empty page at the end, then only the cursor moves', () => {
    const before = pageArrived(emptyFeed, aPage(1, 1));
    const after = pageArrived(before, { events: [], next_cursor: 'later', has_more: false });
    expect(after).toEqual({ ...before, cursor: 'later' });
  });

  it('given a cursor that expired, then reading begins anew, no event comes twice, and the gap is known', () => {
    const expired = cursorExpired(pageArrived(emptyFeed, aPage(1, 3)));
    expect([expired.cursor, expired.isCurrent, expired.hasGap]).toEqual([undefined, false, true]);
    expect(shown(pageArrived(expired, aPage(3, 6)))).toEqual([6, 5, 4, 3, 2, 1]);
  });
});
