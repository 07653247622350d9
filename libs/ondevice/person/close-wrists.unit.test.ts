import { expect, test } from 'vitest';
import { hand } from '../fixtures/hand.ts';
import { closeWrists } from './close-wrists.ts';
import { label } from './labels.ts';

const size = { width: 220, height: 240 };

/** The labels down the middle of a wrist at y 140, of a hand above it, and beside it, with skin again from a row on, on cloth. */
function closedFrom(forearm: number): { inGap: number; beside: number } {
  const labels = Uint8Array.from({ length: size.width * size.height }, (_, i) => {
    const [x, y] = [i % size.width, Math.floor(i / size.width)];
    return Math.abs(x - 100) < 14 && (y < 142 || y >= forearm) ? label.skin : label.top;
  });
  closeWrists(labels, [{ arm: 0, points: hand }], size);
  return { inGap: labels[148 * size.width + 100]!, beside: labels[148 * size.width + 125]! };
}

test('given light on a wrist that looks like cloth, then it is skin, and the cloth beside it is not', () => {
  expect(closedFrom(156)).toEqual({ inGap: label.skin, beside: label.top });
});

test('given a cuff that is wider than a gap, then it is cloth', () => {
  expect(closedFrom(170)).toEqual({ inGap: label.top, beside: label.top });
});

test('given a sleeve down to the hand, then it is cloth', () => {
  expect(closedFrom(size.height)).toEqual({ inGap: label.top, beside: label.top });
});
