import { describe, expect, test } from 'vitest';
import { isBeyond, retryAfterMs } from './retry-after.ts';

const now = new Date('2026-06-01T12:00:00Z');
const throttled = 'Request was throttled. Your rate limit resets in ~5s.';

describe('retryAfterMs', () => {
  test.each([
    ['seconds in the header', '7', { retry_after: 5 }, 7_000],
    ['a date in the header', 'Mon, 01 Jun 2026 12:00:09 GMT', undefined, 9_000],
    ['a date that has passed', 'Mon, 01 Jun 2026 11:00:00 GMT', undefined, 0],
    ['a header nobody can read', 'soon', { retry_after: 5 }, 5_000],
    ['seconds in the body', undefined, { detail: throttled, retry_after: 2.5 }, 2_500],
    ['seconds in the text', undefined, { detail: throttled }, 5_000],
    ['more than a timer takes', '1000000000', undefined, 2 ** 31 - 1],
    ['a date in the year 3000', 'Wed, 01 Jan 3000 00:00:00 GMT', undefined, 2 ** 31 - 1],
    ['nothing', undefined, { detail: 'Request was throttled.' }, undefined],
    ['a negative time', undefined, { retry_after: -1 }, undefined],
    ['no JSON', undefined, undefined, undefined],
  ])('given %s, then the wait is right', (_, header, body, expected) => {
    expect(retryAfterMs(header, body, now)).toBe(expected);
  });
});

describe('isBeyond', () => {
  test.each([
    [4_999, false],
    [5_000, true],
    [3_600_000, true],
  ])('given a pause of %d ms before a deadline in 5 s', (ms, expected) => {
    expect(isBeyond(ms, now, new Date(now.getTime() + 5_000))).toBe(expected);
  });
});
