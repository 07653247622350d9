import { expect, test } from 'vitest';
import { enclosedBottoms } from './enclosed-bottoms.ts';
import { label } from './labels.ts';

const size = { width: 40, height: 40 };
/** A top with trousers below, and one more area of them from (`left`, `top`) to before (`right`, `bottom`). */
const worn = (left: number, top: number, right: number, bottom: number) =>
  Uint8Array.from({ length: 1600 }, (_, i) => {
    const [x, y] = [i % 40, Math.floor(i / 40)];
    if (x >= left && x < right && y >= top && y < bottom) return label.bottom;
    if (x < 10 || x >= 30) return label.background;
    return y < 25 ? label.top : label.bottom;
  });

test('given an area of trousers in the middle of a top, then it is the top', () => {
  const labels = worn(12, 5, 20, 15);
  enclosedBottoms(labels, size);
  expect(labels).toEqual(worn(0, 0, 0, 0));
});

test('given trousers that only touch the top from below, then they stay', () => {
  const labels = worn(0, 0, 0, 0);
  // Two legs apart, of which one is wider: the largest area is kept anyway.
  for (let y = 25; y < 40; y++) for (let x = 17; x < 22; x++) labels[y * 40 + x] = label.background;
  const before = labels.slice();
  enclosedBottoms(labels, size);
  expect(labels).toEqual(before);
});

test('given an area mostly beside the ground, then it stays', () => {
  const labels = worn(2, 2, 11, 20);
  const before = labels.slice();
  enclosedBottoms(labels, size);
  expect(labels).toEqual(before);
});
