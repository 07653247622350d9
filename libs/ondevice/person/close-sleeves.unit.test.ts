import { expect, test } from 'vitest';
import { figureFrame, figureSize } from '../fixtures/stick-figure.ts';
import { closeSleeves } from './close-sleeves.ts';
import { label } from './labels.ts';

const { width, height } = figureSize;
const at = (x: number, y: number) => y * width + x;
/** A sleeve down the left arm to `end`, bare below, with a patch of `which` at the elbow. */
const arm = (end: number, which: number) =>
  Uint8Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    if (x < 140 || x > 172 || y < 100 || y > 220) return 0;
    if (y > 150 && y < 168) return which;
    return y < end ? label.top : label.skin;
  });
const closed = (labels: Uint8Array) => closeSleeves(labels, figureFrame(), figureSize)[at(156, 160)];

test('given skin between two parts of a sleeve, then it is cloth', () => {
  expect(closed(arm(300, label.skin))).toBe(label.top);
});

test('given a bare forearm, a bracelet, or hair on a hanging arm, then they stay', () => {
  expect(closed(arm(168, label.skin))).toBe(label.skin);
  expect(closed(arm(176, label.skin))).toBe(label.skin);
  expect(closed(arm(300, label.hair))).toBe(label.hair);
});
