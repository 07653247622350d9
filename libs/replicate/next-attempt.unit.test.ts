import { VendorError, type VendorErrorKind } from '@styling/model-api';
import { describe, expect, test } from 'vitest';
import { candidateOf, nextAttempt } from './next-attempt.ts';

const after = (attempt: number, kind: VendorErrorKind, retryable = false) =>
  nextAttempt(attempt, new VendorError(kind, 'x', { retryable }), 2);

describe('nextAttempt', () => {
  test('given retryable failures, then each of two models is tried twice', () => {
    expect([0, 1, 2, 3].map((attempt) => after(attempt, 'failed', true))).toEqual([1, 2, 3, undefined]);
    expect([0, 1, 2, 3].map(candidateOf)).toEqual([0, 0, 1, 1]);
  });

  test('given other failures, then each model is tried once', () => {
    expect([0, 1, 2, 3].map((attempt) => after(attempt, 'invalid'))).toEqual([2, 2, undefined, undefined]);
  });

  test.each(['refused', 'ambiguous', 'deadline', 'denied'] as const)(
    'given %s, then nothing follows',
    (kind) => {
      expect(after(0, kind, true)).toBeUndefined();
    },
  );

  test.each(['unreachable', 'throttled'] as const)('given %s, then the attempt is not used up', (kind) => {
    expect([0, 3].map((attempt) => after(attempt, kind, true))).toEqual([0, 3]);
  });

  test('given a paid output that is gone, then the same model is asked once more, and no other', () => {
    expect([0, 1, 2, 3].map((attempt) => after(attempt, 'expired', true))).toEqual([1, undefined, 3, undefined]);
  });
});
