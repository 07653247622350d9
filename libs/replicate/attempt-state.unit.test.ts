import { describe, expect, test } from 'vitest';
import { type AttemptState, fromCheckpoint, toCheckpoint } from './attempt-state.ts';

describe('the state of attempts', () => {
  test.each<[string, AttemptState]>([
    ['2', { attempt: 2, phase: 'free' }],
    ['2/', { attempt: 2, phase: 'creating' }],
    ['2/a-b.c', { attempt: 2, phase: 'created', id: 'a-b.c' }],
    ['2/p1/counted', { attempt: 2, phase: 'counted', id: 'p1' }],
  ])('%s survives a round trip', (saved, state) => {
    expect(toCheckpoint(state)).toBe(saved);
    expect(fromCheckpoint(saved)).toEqual(state);
  });

  test.each([null, '', 'p1', 'x/p1', '1/../x', '1/p1/x'])('%s is the first attempt, unsent', (saved) => {
    expect(fromCheckpoint(saved)).toEqual({ attempt: 0, phase: 'free' });
  });
});
