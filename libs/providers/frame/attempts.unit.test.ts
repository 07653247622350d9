import { describe, expect, test } from 'vitest';
import { attemptAfterPaid, modelOf, nextAttempt, noAttemptOf } from './attempts.ts';
import { VendorError, type VendorErrorKind } from './vendor-error.ts';

const rules = { models: ['a', 'b'], tries: 2, isPaid: true };
const after = (attempt: number, kind: VendorErrorKind, retryable = false) =>
  nextAttempt(attempt, new VendorError(kind, 'x', { retryable }), rules);

describe('nextAttempt', () => {
  test('given retryable failures, then each of two models is tried twice', () => {
    expect([0, 1, 2, 3].map((attempt) => after(attempt, 'failed', true))).toEqual([1, 2, 3, undefined]);
    expect([0, 1, 2, 3].map((attempt) => modelOf(attempt, rules))).toEqual([0, 0, 1, 1]);
  });

  test('given other failures, then each model is tried once', () => {
    expect([0, 1, 2, 3].map((attempt) => after(attempt, 'invalid'))).toEqual([2, 2, undefined, undefined]);
  });

  test.each(['refused', 'ambiguous', 'deadline', 'denied'] as const)('given %s, then nothing follows', (kind) => {
    expect(after(0, kind, true)).toBeUndefined();
  });

  test.each(['unreachable', 'throttled'] as const)('given %s, then the attempt is not used up', (kind) => {
    expect([0, 3].map((attempt) => after(attempt, kind, true))).toEqual([0, 3]);
  });

  test.each(['unavailable', 'expired'] as const)(
    'given %s, after which it may have been paid, then the same model is asked once more, and nobody after that',
    (kind) => {
      const further = [0, 1, 2, 3].map((attempt) => after(attempt, kind, true) ?? Number.NaN);
      expect(further.map((attempt) => modelOf(attempt, rules))).toEqual([0, 0, 1, 1]);
      for (const attempt of further) {
        expect(attemptAfterPaid(attempt, rules)).toBeUndefined();
        for (const next of ['unavailable', 'expired', 'failed', 'invalid'] as const)
          expect(after(attempt, next, true)).toBeUndefined();
        expect(after(attempt, 'unreachable', true)).toBe(attempt);
      }
    },
  );

  test('given that no attempt is left, then there is no model', () => {
    expect(modelOf(noAttemptOf(rules), rules)).toBeUndefined();
  });
});
