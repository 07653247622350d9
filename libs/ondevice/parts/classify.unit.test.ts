import { expect, test } from 'vitest';
import { classify, partSide } from './classify.ts';
import { placeCount } from './head-region.ts';
import { hiddenCount, inputCount, type PartWeights, partNames, weightLengths } from './part-weights.ts';

const zeros = () =>
  Object.fromEntries(
    Object.entries(weightLengths).map(([name, length]) => [name, new Float32Array(length)]),
  ) as PartWeights;
const places = new Float32Array(partSide * partSide * placeCount);
const channels = inputCount - placeCount;

/** Weights that answer `part` where the first input is above its mean. */
function answering(part: (typeof partNames)[number]): PartWeights {
  const weights = zeros();
  weights.scale.fill(1);
  weights.hidden[0] = 1;
  weights.out[partNames.indexOf(part)] = 3;
  return weights;
}

test('given weights of zero, then every part is as likely', () => {
  const planes = classify(zeros(), [{ side: 2, channels, values: new Float32Array(4 * channels) }], places);
  expect(planes.map((plane) => plane[100])).toEqual([0.25, 0.25, 0.25, 0.25]);
});

test('given a level of lower resolution, then its answer is enlarged without a seam', () => {
  const values = new Float32Array(4 * channels);
  values[channels] = 2;
  values[3 * channels] = 2;
  const [, hair] = classify(answering('hair'), [{ side: 2, channels, values }], places);
  const row = Array.from({ length: partSide }, (_, x) => hair?.[10 * partSide + x] ?? 0);
  expect(row[0]).toBeCloseTo(0.25);
  expect(row.at(-1)).toBeCloseTo(Math.exp(6) / (Math.exp(6) + 3));
  expect(row.every((value, x) => x === 0 || value >= (row[x - 1] ?? 0))).toBe(true);
});

test('given a value far outside of what was learnt from, then it counts as five standard deviations', () => {
  const at = (value: number) => {
    const values = new Float32Array(4 * channels).fill(value);
    return classify(answering('skin'), [{ side: 2, channels, values }], places)[2]?.[0];
  };
  expect(at(500)).toBe(at(5));
});

test('given a hidden unit below zero, then it is silent', () => {
  const values = new Float32Array(4 * channels).fill(-4);
  const [ground] = classify(answering('ground'), [{ side: 2, channels, values }], places);
  expect([ground?.[0], hiddenCount]).toEqual([0.25, 64]);
});
