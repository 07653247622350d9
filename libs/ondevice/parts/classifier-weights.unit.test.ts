import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { partNames, readPartWeights, readWhoseWeights, weightLengths, whoseNames } from './classifier-weights.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'weights-'));
});
afterAll(() => rm(folder, { recursive: true }));

test.each([
  ['parts', readPartWeights, partNames],
  ['people', readWhoseWeights, whoseNames],
] as const)(
  'given the trained weights of the classifier of %s, then every array is whole and finite',
  (_, read, names) => {
    const weights = Object.entries(read());
    expect(weights.map(([name, values]) => [name, values.length])).toEqual(Object.entries(weightLengths(names.length)));
    for (const [, values] of weights) expect(values.every(Number.isFinite)).toBe(true);
  },
);

test('given a file of another length, then it is refused', async () => {
  const file = join(folder, 'short.bin');
  await writeFile(file, new Uint8Array(8));
  expect(() => readPartWeights(pathToFileURL(file))).toThrow('has 2 numbers instead of');
});
