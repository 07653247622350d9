import { describe, expect, test } from 'vitest';
import { type Behaviour, hangs, says } from './behaviour.ts';
import { type PredictionRecord, statusOf } from './prediction-record.ts';

const record = (behaviour: Behaviour, more: Partial<PredictionRecord> = {}): PredictionRecord => ({
  id: 'p1',
  model: 'a/b',
  version: 'hidden',
  input: {},
  behaviour,
  createdAt: 1_000,
  cancelAt: 6_000,
  makeOutput: async () => ({ output: 'fine' }),
  polls: 0,
  cancelled: false,
  expired: false,
  ...more,
});

describe('statusOf', () => {
  test.each([
    ['not looked at', record(says('fine')), 1_000, 'starting'],
    ['looked at once', record(says('fine'), { polls: 1 }), 1_000, 'succeeded'],
    ['not done yet', record({ takesMs: 500 }, { polls: 2 }), 1_499, 'processing'],
    ['done in time', record({ takesMs: 500 }, { polls: 2 }), 1_500, 'succeeded'],
    ['not started by its lifetime', record(hangs(), { polls: 1 }), 6_000, 'aborted'],
    ['running at its lifetime', record(hangs(), { polls: 2 }), 6_000, 'canceled'],
    ['running without a lifetime', record(hangs(), { polls: 2, cancelAt: undefined }), 9e9, 'processing'],
    ['cancelled', record(hangs(), { cancelled: true }), 1_000, 'canceled'],
  ])('given a prediction that is %s, then that is its status', (_, stored, now, status) => {
    expect(statusOf(stored, now)).toBe(status);
  });
});
