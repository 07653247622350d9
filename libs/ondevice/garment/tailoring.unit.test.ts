import { expect, test } from 'vitest';
import { figureFrame, figureSize } from '../fixtures/stick-figure.ts';
import { openFront } from './tailoring.ts';

const raisedOf = (cut: 'blazer' | 'zip', collarless: boolean) =>
  openFront(figureFrame(), figureSize, cut, collarless).raised.some((value) => value > 0);

test.each(['blazer', 'zip'] as const)(
  'given a front of the cut %s without a collar, then nothing lies on it',
  (cut) => {
    expect([raisedOf(cut, false), raisedOf(cut, true)]).toEqual([true, false]);
  },
);
