import { describe, expect, it } from 'vitest';
import { afterFailure, isExhausted, PermanentError } from './after-failure.ts';

const backoffMs = [100, 200];
const attempt = (deliveries: number) => ({ deliveries, maxDeliver: 4, backoffMs });

describe('after a handler has failed', () => {
  it('given further attempts, then each waits its turn of the list, the last one repeating', () => {
    const waits = [1, 2, 3].map((n) => afterFailure(new Error('x'), attempt(n), false));
    expect(waits).toEqual([100, 200, 200].map((afterMs) => ({ do: 'retry', afterMs })));
  });

  it('given no waiting times, then it is retried at once', () => {
    expect(afterFailure(new Error('x'), { ...attempt(1), backoffMs: [] }, false)).toEqual({ do: 'retry', afterMs: 0 });
  });

  it('given the last attempt, then it is a dead letter', () => {
    expect(afterFailure(new Error('x'), attempt(4), false)).toEqual({ do: 'dead letter' });
  });

  it('given a permanent error, then it is a dead letter at the first attempt', () => {
    expect(afterFailure(new PermanentError('x'), attempt(1), false)).toEqual({ do: 'dead letter' });
  });

  it('given a handler that was told to stop, then another replica has the event at once, even at the last attempt', () => {
    expect(afterFailure(new Error('x'), attempt(4), true)).toEqual({ do: 'retry', afterMs: 0 });
  });

  it('given deliveries that were never answered, then it is given up at twice the attempts', () => {
    expect([4, 5, 8, 9].map((deliveries) => isExhausted({ deliveries, maxDeliver: 4 }))).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });
});
