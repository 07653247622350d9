import { describe, expect, it } from 'vitest';
import { fractionDone } from './fraction-done.ts';

describe('how far a prediction is', () => {
  it.each([
    ['one that starts', { status: 'starting' }, 0.05],
    ['one that says nothing', { status: 'processing' }, 0.15],
    ['one without logs', { status: 'processing', logs: null }, 0.15],
    ['a progress bar', { status: 'processing', logs: 'seed 7\n 10%|█ | 5/50\r 50%|█████ | 25/50' }, 0.575],
    ['nonsense above all', { status: 'processing', logs: '420%' }, 1],
    ['text with no percentage', { status: 'processing', logs: 'using 100 steps' }, 0.15],
    ['one that is done', { status: 'succeeded', logs: '50%' }, 1],
  ] as const)('given %s', (_, reply, fraction) => {
    expect(fractionDone(reply)).toBeCloseTo(fraction, 5);
  });
});
