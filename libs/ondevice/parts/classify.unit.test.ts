import { expect, test } from 'vitest';
import { latticeNoise } from '../pixels/noise.ts';
import { type ClassifierWeights, hiddenCount, inputCount, partNames, weightLengths } from './classifier-weights.ts';
import { classify, neighbours, partSide, standardised } from './classify.ts';
import { placeCount } from './head-region.ts';

const zeros = () =>
  Object.fromEntries(
    Object.entries(weightLengths(4)).map(([name, length]) => [name, new Float32Array(length)]),
  ) as ClassifierWeights;
const places = new Float32Array(partSide * partSide * placeCount);
const channels = inputCount - placeCount;

/** Weights that answer `part` where the first input is above its mean. */
function answering(part: (typeof partNames)[number]): ClassifierWeights {
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

test('given levels of several sizes, then a pixel’s answer is that of the perceptron on the values between theirs', () => {
  let drawn = 0;
  const some = (length: number, size: number) =>
    Float32Array.from({ length }, () => size * (latticeNoise(drawn++, 7) - 0.5));
  const weights = {
    ...zeros(),
    mean: some(inputCount, 1),
    scale: some(inputCount, 2),
    hidden: some(inputCount * 64, 0.2),
  };
  weights.out = some(weights.out.length, 2);
  const fine = { side: partSide, channels: 20, values: some(partSide * partSide * 20, 2) };
  const coarse = { side: 32, channels: channels - 20, values: some(32 * 32 * (channels - 20), 2) };
  const planes = classify(weights, [fine, coarse], places);
  for (const [x, y] of [
    [0, 0],
    [21, 40],
    [63, 63],
  ] as const) {
    const [column, row] = [neighbours(x, 32), neighbours(y, 32)];
    const inputs = Array.from({ length: inputCount }, (_, k) => {
      const seen = (value: number) => standardised(value, weights.mean[k] as number, weights.scale[k] as number);
      if (k < 20) return seen(fine.values[(y * partSide + x) * 20 + k] as number);
      if (k >= channels) return seen(0);
      const value = (v: number, u: number) => seen(coarse.values[(v * 32 + u) * coarse.channels + k - 20] as number);
      const along = (v: number) => value(v, column.low) * (1 - column.share) + value(v, column.high) * column.share;
      return along(row.low) * (1 - row.share) + along(row.high) * row.share;
    });
    const active = Array.from({ length: 64 }, (_, unit) =>
      Math.max(
        0,
        inputs.reduce((sum, input, k) => sum + input * (weights.hidden[k * 64 + unit] as number), 0),
      ),
    );
    const powers = partNames.map((_, part) =>
      Math.exp(active.reduce((sum, value, unit) => sum + value * (weights.out[unit * 4 + part] as number), 0)),
    );
    const total = powers.reduce((sum, power) => sum + power, 0);
    for (const [part, power] of powers.entries())
      expect(planes[part]?.[y * partSide + x]).toBeCloseTo(power / total, 4);
  }
});
