import { expect, test } from 'vitest';
import { times } from './plane.ts';
import { grow, growPart, growRow, shrink, shrinkProduct } from './resample.ts';
import { cropped, rectangle } from './window.ts';

const size = { width: 11, height: 7 };

test('given blocks, then each becomes its mean, also those cut by the border', () => {
  const plane = Float32Array.from({ length: 77 }, (_, i) => i % 11);
  const small = shrink(plane, size, 4);
  expect(small.size).toEqual({ width: 3, height: 2 });
  expect([...small.plane]).toEqual([1.5, 5.5, 9, 1.5, 5.5, 9]);
});

test.each([1, 2, 3, 4, 9])(
  'given blocks of %i pixels, then each is the mean of its rows, and two planes shrink as their product does',
  (factor) => {
    const [a, b] = [7, 5].map((n) => Float32Array.from({ length: 77 }, (_, i) => ((i * n) % 11) / 7)) as [
      Float32Array,
      Float32Array,
    ];
    const product = times(a, b);
    const small = shrink(product, size, factor);
    expect(shrinkProduct(a, b, size, factor)).toEqual(small);
    let sum = 0;
    const [columns, rows] = [Math.min(factor, 11), Math.min(factor, 7)];
    for (let y = 0; y < rows; y++) for (let x = 0; x < columns; x++) sum += product[y * 11 + x]!;
    expect(small.plane[0]).toBeCloseTo(sum / (columns * rows), 5);
  },
);

test('given a plane, when shrunk and grown, then a slope stays a slope and a constant stays', () => {
  const slope = Float32Array.from({ length: 77 }, (_, i) => i % 11);
  const back = grow(shrink(slope, size, 2), size, 2);
  expect(back[3 * 11 + 5]).toBeCloseTo(5, 5);
  const one = grow({ plane: Float32Array.of(0.25), size: { width: 1, height: 1 } }, size, 9);
  expect(new Set(one)).toEqual(new Set([0.25]));
});

test.each([
  [2, rectangle(0, 0, 11, 7, size)],
  [4, rectangle(3, 2, 20, 6, size)],
])('given blocks of %i pixels, then a part is grown as the whole is', (factor, window) => {
  const small = shrink(
    Float32Array.from({ length: 77 }, (_, i) => (i * 7) % 5),
    size,
    factor,
  );
  const whole = cropped(grow(small, size, factor), window);
  growPart(small, factor, window).forEach((value, i) => {
    expect(value).toBeCloseTo(whole[i]!, 5);
  });
});

// Whole planes are grown by a kernel, rows where they are used at once.
test.each([1, 2, 3, 4, 9])('given blocks of %i pixels, then rows grow to the very values of the plane', (factor) => {
  const small = shrink(
    Float32Array.from({ length: 77 }, (_, i) => ((i * 7) % 5) / 3),
    size,
    factor,
  );
  const rows = new Float32Array(77);
  const between = new Float32Array(small.size.width);
  for (let y = 0; y < 7; y++) growRow(small, factor, y, between, rows, y * 11, 11);
  expect(rows).toEqual(grow(small, size, factor));
});
