import { expect, test } from 'vitest';
import { innerTensors } from '../../models/inner-outputs.ts';
import { type ClassifierWeights, hiddenCount, inputCount, weightLengths } from '../classifier-weights.ts';
import { classify, partSide } from '../classify.ts';
import { placeCount, placesIn } from '../head-region.ts';
import type { FeatureLevel } from '../inner-features.ts';
import { inputsAt, joined } from './samples.ts';
import { seededRandom } from './seeded-random.ts';
import { standardised } from './standardise.ts';
import { rowsOf } from './training-samples.ts';

const sides = [64, 32, 16, 32, 64, 64, 32, 16, 8, 16, 32, 64];
const random = seededRandom(5);
const drawn = (length: number, spread = 1) => new Float32Array(length).map(() => spread * (random() - 0.5));
const levels: FeatureLevel[] = [...innerTensors.selfieMask.channels, ...innerTensors.poseLandmarks.channels].map(
  (channels, k) => ({ side: sides[k]!, channels, values: drawn(sides[k]! ** 2 * channels) }),
);
const places = placesIn(
  { x: 50, y: 50, width: 90, height: 90, rotation: 0 },
  { centre: [50, 40], height: 30 },
  partSide,
  false,
);
const all = [...levels, { side: partSide, channels: placeCount, values: places }];

test('given what the networks saw, then a perceptron finds from the samples what the classifier does', () => {
  const weights = Object.fromEntries(
    Object.entries(weightLengths(4)).map(([name, length]) => [name, drawn(length, name === 'hidden' ? 0.2 : 1)]),
  ) as ClassifierWeights;
  weights.scale.fill(1);
  const pixels = Uint16Array.of(0, 63, 700, 2080, 4095);
  const planes = classify(weights, levels, places);
  const inputs = standardised(
    { inputs: inputsAt(all, pixels), parts: new Uint8Array(pixels.length) },
    Uint32Array.from(pixels.keys()),
    weights,
  );
  for (const [k, pixel] of pixels.entries()) {
    const logits = [...weights.outBias];
    for (let unit = 0; unit < hiddenCount; unit++) {
      let sum = weights.hiddenBias[unit]!;
      for (let i = 0; i < inputCount; i++) sum += inputs[k * inputCount + i]! * weights.hidden[i * hiddenCount + unit]!;
      for (const part of logits.keys()) logits[part]! += Math.max(0, sum) * weights.out[unit * logits.length + part]!;
    }
    const total = logits.reduce((sum, logit) => sum + Math.exp(logit), 0);
    for (const [part, logit] of logits.entries()) expect(planes[part]![pixel]).toBeCloseTo(Math.exp(logit) / total, 3);
  }
});

test('given levels of which one is missing, then it is said', () => {
  expect(() => inputsAt(all.slice(1), Uint16Array.of(0))).toThrow(`instead of ${inputCount}`);
});

test('given samples of several views or photographs, then they follow each other, and some can be left out', () => {
  const one = (part: number) => ({ inputs: new Float32Array(inputCount).fill(part), parts: Uint8Array.of(part) });
  const { inputs, parts } = joined([one(2), one(1)]);
  expect([...parts]).toEqual([2, 1]);
  expect([inputs[0], inputs[inputCount - 1], inputs[inputCount]]).toEqual([2, 2, 1]);
  expect([...rowsOf({ owners: Uint16Array.of(0, 1, 1, 2) }, (owner) => owner !== 1)]).toEqual([0, 3]);
});
