import { expect, test } from 'vitest';
import { closeGaps } from './gaps-in-hair.ts';
import { label } from './labels.ts';

const size = { width: 100, height: 100 };
const at = (x: number, y: number) => y * 100 + x;
const within = (x: number, y: number, left: number, top: number) =>
  x >= left && x < left + 6 && y >= top && y < top + 6;
/** Hair on the left half, with two lights in it, beside clothes. */
const labels = () =>
  Uint8Array.from({ length: 10_000 }, (_, i) => {
    const [x, y] = [i % 100, Math.floor(i / 100)];
    if (within(x, y, 10, 10) || within(x, y, 10, 40)) return label.skin;
    return x < 50 ? label.hair : label.top;
  });

test('given lights between strands, then they are hair, and clothes and what is kept stay', () => {
  const found = labels();
  const kept = new Float32Array(10_000);
  kept[at(12, 42)] = 1;
  closeGaps(found, () => true, kept, size);
  expect([found[at(12, 12)], found[at(12, 45)], found[at(80, 50)]]).toEqual([label.hair, label.skin, label.top]);
});

test('given a gap that shows cloth, then it stays', () => {
  const found = labels();
  closeGaps(found, (i) => i % 100 > 50, new Float32Array(10_000), size);
  expect(found[at(12, 12)]).toBe(label.skin);
});
