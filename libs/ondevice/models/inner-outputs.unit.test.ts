import { expect, test } from 'vitest';
import { colourModel } from '../fixtures/colour-model.ts';
import { withInnerOutputs } from './inner-outputs.ts';

const model = colourModel([[1, 0, 0, 0]]);

/** The last numbers of a file, int32. */
const lastOf = (bytes: Uint8Array, count: number) =>
  Array.from(new Int32Array(bytes.slice(bytes.length - 4 * count).buffer));

test('given inner tensors, then they follow the model’s own outputs in a list at the end of the file', () => {
  const before = model.slice();
  const once = withInnerOutputs(model, [2, 0]);
  expect(lastOf(once, 4)).toEqual([3, 3, 2, 0]);
  expect(lastOf(withInnerOutputs(once, [1]), 5)).toEqual([4, 3, 2, 0, 1]);
  expect(model).toEqual(before);
});

test('given a model in a part of a buffer, then only that part is read and copied', () => {
  const buffer = new Uint8Array(model.length + 12);
  buffer.set(model, 8);
  expect(withInnerOutputs(buffer.subarray(8, 8 + model.length), [2])).toEqual(withInnerOutputs(model, [2]));
});
