import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { partNames, readPartWeights, readWhoseWeights, weightFiles, whoseNames } from '../classifier-weights.ts';
import { taskOf } from './training-task.ts';
import { bytesOf } from './weights-file.ts';

test('given the weights of the engine, then they are written as they are read', () => {
  const written = [bytesOf(readPartWeights(), partNames.length), bytesOf(readWhoseWeights(), whoseNames.length)];
  const files = [weightFiles.parts, weightFiles.whose].map((file) =>
    readFileSync(new URL(`../${file}`, import.meta.url)),
  );
  for (const [k, bytes] of written.entries()) expect(Buffer.from(bytes).equals(files[k] as Buffer)).toBe(true);
});

test('given an array of another length or a value that is no number, then its name is said', () => {
  const weights = readPartWeights();
  expect(() => bytesOf({ ...weights, outBias: new Float32Array(3) }, 4)).toThrow('outBias is not 4 numbers');
  expect(() => bytesOf({ ...weights, mean: weights.mean.map(() => Number.NaN) }, 4)).toThrow('mean is not');
});

test('given the words of a command line, then they are a task', () => {
  const folder = new URL('file:///here/');
  expect(taskOf([], folder)).toMatchObject({ only: undefined, crossValidate: false });
  expect(taskOf([], folder).out).toMatch(/\/parts\/$/);
  expect(taskOf(['--only', 'portraits', '--out', 'a'], folder)).toEqual({
    ...{ only: 'portraits', crossValidate: false, out: 'file:///here/a/' },
  });
  expect(taskOf(['--cross-validate'], folder).crossValidate).toBe(true);
});

test('given words that are none, then it is said', () => {
  const folder = new URL('file:///here/');
  expect(() => taskOf(['--only', 'rate'], folder)).toThrow('--only is tune or portraits');
  expect(() => taskOf(['--cross-validate', '--out', 'a'], folder)).toThrow('writes no weights');
  expect(() => taskOf(['--sometimes'], folder)).toThrow('--sometimes');
});
