import { expect, test } from 'vitest';
import { labelSide, unknown } from './label-maps.ts';
import { countMistakes } from './outline-mistakes.ts';

const size = { width: 128, height: 128 };
const matte = new Float32Array(size.width * size.height).map((_, i) => (i % size.width < 64 ? 1 : 0));
const labels = (label: (x: number, y: number) => number) =>
  new Uint8Array(labelSide * labelSide).map((_, i) => label(i % labelSide, Math.floor(i / labelSide)));
const whole = { x: 64, y: 64, width: 128, height: 128, rotation: 0 };

test('given labels like the matte, then nothing is wrong', () => {
  const seen = labels((x) => (x < 128 ? 2 : 0));
  expect(countMistakes(matte, size, seen, whole)).toEqual({ pixels: labelSide ** 2, wrong: 0 });
});

test('given ground in the matte and a person without, then both are wrong, and what nobody knows is not counted', () => {
  const seen = labels((x, y) => (y < 128 ? unknown : x < 64 ? 0 : x < 192 ? 1 : 0));
  expect(countMistakes(matte, size, seen, whole)).toEqual({ pixels: labelSide ** 2 / 2, wrong: labelSide ** 2 / 4 });
});

test('given a region beyond the photograph, then only what is inside counts', () => {
  const beyond = { ...whole, y: 0 };
  expect(
    countMistakes(
      matte,
      size,
      labels(() => 0),
      beyond,
    ),
  ).toEqual({ pixels: labelSide ** 2 / 2, wrong: labelSide ** 2 / 4 });
});
