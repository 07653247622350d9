import { expect, test } from 'vitest';
import type { Rgb, Size } from '../pixels/plane.ts';
import { shrink } from '../pixels/resample.ts';
import { enlargeLabels } from './enlarge-labels.ts';
import { label } from './labels.ts';

const size: Size = { width: 12, height: 8 };
const grey = (lightAt: (x: number, y: number) => number): Rgb => {
  const plane = Float32Array.from({ length: 96 }, (_, i) => lightAt(i % 12, Math.floor(i / 12)));
  return [plane, plane, plane];
};
const person = new Float32Array(96).fill(1);

/** Enlarges labels of the copy of half the size, which are told from a function of its pixels. */
function enlarged(rgb: Rgb, labelAt: (x: number, y: number) => number, matte = person): number[][] {
  const small = rgb.map((plane) => shrink(plane, size, 2).plane) as unknown as Rgb;
  const labels = Uint8Array.from({ length: 24 }, (_, i) => labelAt(i % 6, Math.floor(i / 6)));
  const out = enlargeLabels({ labels, size: { width: 6, height: 4 }, rgb: small }, 2, size, rgb, matte);
  return Array.from({ length: 8 }, (_, y) => Array.from(out.subarray(y * 12, y * 12 + 12)));
}
const row = (...runs: readonly (readonly [which: number, count: number])[]) =>
  runs.flatMap(([which, count]) => new Array<number>(count).fill(which));

test('given an edge between two pixels of the copy, then the border lies there', () => {
  const out = enlarged(
    grey((x) => (x < 6 ? 0.2 : 0.8)),
    (x) => (x < 3 ? label.hair : label.top),
  );
  for (const line of out) expect(line).toEqual(row([label.hair, 6], [label.top, 6]));
});

test.each([5, 7])('given an edge within a pixel of the copy, at %i, then the border lies at the edge', (edge) => {
  const out = enlarged(
    grey((x) => (x < edge ? 0.2 : 0.8)),
    (x) => (x < 3 ? label.hair : label.top),
  );
  for (const line of out) expect(line).toEqual(row([label.hair, edge], [label.top, 12 - edge]));
});

test('given no edge, then the border is the copy’s', () => {
  const out = enlarged(
    grey(() => 0.5),
    (x) => (x < 3 ? label.skin : label.top),
  );
  for (const line of out) expect(line).toEqual(row([label.skin, 6], [label.top, 6]));
});

test('given a border with the ground, then it is where the matte has it', () => {
  const matte = person.map((_, i) => (i % 12 < 5 ? 1 : 0));
  const out = enlarged(
    grey(() => 0.5),
    (x) => (x < 3 ? label.top : label.background),
    matte,
  );
  for (const line of out) expect(line).toEqual(row([label.top, 5], [label.background, 7]));
});
