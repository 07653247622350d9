import { describe, expect, it } from 'vitest';
import { isExhausted, PermanentError, pauseAfterFailure } from './process-delivery.ts';

const pauseAfter = (deliveries: number, { error = new Error('x'), stopped = false } = {}) =>
  pauseAfterFailure(error, deliveries, { maxDeliver: 4, backoffMs: [100, 200] }, stopped);

describe('after a handler has failed', () => {
  it('given further attempts, then each waits its turn of the list, the last one repeating; then it is dead-lettered', () => {
    expect([1, 2, 3, 4].map((deliveries) => pauseAfter(deliveries))).toEqual([100, 200, 200, undefined]);
  });

  it('given a permanent error, then it is dead-lettered at the first attempt', () => {
    expect(pauseAfter(1, { error: new PermanentError('x') })).toBeUndefined();
  });

  it('given a handler that was told to stop, then another replica has the event at once, even at the last attempt', () => {
    expect(pauseAfter(4, { stopped: true })).toBe(0);
  });

  it('given deliveries that were never answered, then it is given up at twice the attempts', () => {
    expect([8, 9].map((deliveries) => isExhausted(deliveries, 4))).toEqual([false, true]);
  });
});
