import { describe, expect, it } from 'vitest';
import { readAsynchronous } from './prefer.ts';

describe('the preference of a request', () => {
  it.each([
    ['nothing', undefined, undefined],
    ['another preference', 'return=minimal', undefined],
    ['a wait alone, which is a hint to a server that answers anyway', 'wait=10', undefined],
    ['a wait alone that is none', 'wait=abc', undefined],
    ['respond-async', 'respond-async', 0],
    ['respond-async in capitals', 'Respond-Async', 0],
    ['a wait', 'respond-async, wait=10', 10_000],
    ['a wait in quotes, with spaces and a parameter', 'wait = "60"; foo=bar , respond-async', 60_000],
    ['a wait of nothing', 'respond-async, wait=0', 0],
    ['two waits', 'respond-async, wait=5, wait=abc', 5_000],
    ['a comma in a quoted string', 'foo="a, wait=abc", respond-async', 0],
    ['a quotation mark that is not closed', 'respond-async, foo="a', 0],
    ['nothing but commas', ', ,,', undefined],
  ])('given %s', (_, prefer, waitMs) => {
    expect(readAsynchronous(prefer === undefined ? {} : { prefer })?.waitMs).toBe(waitMs);
  });

  it.each(['wait=abc', 'wait', 'wait=', 'wait=-1', 'wait=61', 'wait=1.5', 'wait=1e1', 'wait=100000'])(
    'given respond-async with %s, then it is refused',
    (wait) => {
      expect(() => readAsynchronous({ prefer: `respond-async, ${wait}` })).toThrow(
        expect.objectContaining({ code: 'invalid_preference' }),
      );
    },
  );
});
