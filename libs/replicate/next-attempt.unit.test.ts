import { describe, expect, test } from 'vitest';
import { candidateOf, fromCheckpoint, nextAttempt, toCheckpoint } from './next-attempt.ts';
import { ReplicateError, type ReplicateErrorKind } from './replicate-error.ts';

const after = (attempt: number, kind: ReplicateErrorKind, retryable = false) =>
  nextAttempt(attempt, new ReplicateError(kind, 'x', { retryable }), 2);

describe('nextAttempt', () => {
  test('given retryable failures, then each of two models is tried twice', () => {
    expect([0, 1, 2, 3].map((attempt) => after(attempt, 'failed', true))).toEqual([1, 2, 3, undefined]);
    expect([0, 1, 2, 3].map(candidateOf)).toEqual([0, 0, 1, 1]);
  });

  test('given other failures, then each model is tried once', () => {
    expect([0, 1, 2, 3].map((attempt) => after(attempt, 'invalid'))).toEqual([2, 2, undefined, undefined]);
  });

  test.each(['refused', 'ambiguous', 'deadline', 'throttled'] as const)('given %s, then nothing follows', (kind) => {
    expect(after(0, kind, true)).toBeUndefined();
  });
});

describe('saved', () => {
  test('given an attempt, then it survives a round trip', () => {
    expect(fromCheckpoint(toCheckpoint(3, 'ab/c'))).toEqual({ attempt: 3, id: 'ab/c' });
  });

  test.each([null, '', 'p1', 'x/p1', '1/'])('given %s, then nothing is remembered', (saved) => {
    expect(fromCheckpoint(saved)).toBeNull();
  });
});
