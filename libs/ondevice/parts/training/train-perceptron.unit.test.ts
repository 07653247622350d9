import { expect, test } from 'vitest';
import { adam } from './adam.ts';
import { gradientsOf, type Layers } from './gradients.ts';
import { addProduct, addTransposedProduct } from './matrix-products.ts';
import type { Samples } from './samples.ts';
import { seededRandom } from './seeded-random.ts';
import { standardised, standardOf } from './standardise.ts';
import { type Training, trainPerceptron } from './train-perceptron.ts';

/** Two rings of points: no line separates them. The third input is always the same, the fourth is noise. */
function rings(count: number): Samples {
  const random = seededRandom(4);
  const inputs = new Float32Array(count * 4);
  const parts = Uint8Array.from({ length: count }, (_, k) => k % 2);
  for (const [k, part] of parts.entries()) {
    const [angle, far] = [2 * Math.PI * random(), part + 1 + 0.3 * random()];
    inputs.set([far * Math.cos(angle), 30 * far * Math.sin(angle), 7, random()], k * 4);
  }
  return { inputs, parts };
}

const samples = rings(1200);
const rows = Uint32Array.from(samples.parts.keys());
const training: Training = {
  ...{ units: 16, classWeights: [1, 1], epochs: 60, batch: 100, rate: 0.02, decay: 1e-4, dropout: 0.05 },
};
const train = (seed: number) => trainPerceptron(samples, rows.subarray(0, 1000), training, seededRandom(seed));

function share(weights: ReturnType<typeof train>, of: Uint32Array): number {
  const inputs = standardised(samples, of, weights);
  let right = 0;
  for (const [k, row] of of.entries()) {
    const logits = [...weights.outBias];
    for (const [unit, bias] of weights.hiddenBias.entries()) {
      let sum = bias;
      for (let i = 0; i < 4; i++) sum += inputs[k * 4 + i]! * weights.hidden[i * 16 + unit]!;
      for (const c of logits.keys()) logits[c]! += Math.max(0, sum) * weights.out[unit * 2 + c]!;
    }
    if (logits[1]! > logits[0]! === (samples.parts[row] === 1)) right++;
  }
  return right / of.length;
}

test('given two rings, then a trained perceptron tells points apart that it has not seen', () => {
  expect(share(train(1), rows.subarray(1000))).toBeGreaterThan(0.97);
});

test('given a seed, then the training gives the same weights, and others with another', () => {
  expect(train(1)).toEqual(train(1));
  expect(train(1).hidden).not.toEqual(train(2).hidden);
});

test('given nothing to learn from, then it is said', () => {
  expect(() => trainPerceptron(samples, new Uint32Array(0), training, seededRandom(1))).toThrow('no samples');
});

test('given the weights of classes, then mistakes of the heavier are made less', () => {
  const disputed: Samples = { inputs: new Float32Array(100), parts: Uint8Array.from({ length: 100 }, (_, k) => k % 2) };
  const { outBias } = trainPerceptron(
    disputed,
    Uint32Array.from(disputed.parts.keys()),
    { ...training, classWeights: [1, 3], epochs: 200 },
    seededRandom(1),
  );
  expect(outBias[1]! - outBias[0]!).toBeCloseTo(Math.log(3), 1);
});

test('given inputs, then they are standardised by their mean and spread, limited, and one that never changes is 0', () => {
  const few = { inputs: Float32Array.of(1, 5, 3, 5, 1000, 5), parts: new Uint8Array(3) };
  const standard = standardOf(few, Uint32Array.of(0, 1));
  expect([...standard.mean]).toEqual([2, 5]);
  expect(standard.scale[0]).toBeCloseTo(1, 3);
  const [first, , second, , third, same] = standardised(few, Uint32Array.of(0, 1, 2), standard);
  expect([first, second]).toEqual([expect.closeTo(-1, 3), expect.closeTo(1, 3)]);
  expect([third, same]).toEqual([5, 0]);
});

test('given a small change of any weight, then the loss changes as the gradient says', () => {
  const random = seededRandom(9);
  const drawn = (length: number) => new Float32Array(length).map(() => random() - 0.5);
  const layers: Layers = { hidden: drawn(5 * 6), hiddenBias: drawn(6), out: drawn(6 * 3), outBias: drawn(3) };
  const [inputs, classes, heavy] = [drawn(7 * 5), Uint8Array.of(0, 1, 2, 0, 1, 2, 2), [0.8, 1.2, 1]];
  const loss = () => {
    let sum = 0;
    for (const [k, right] of classes.entries()) {
      const active = layers.hiddenBias.map((bias, u) =>
        Math.max(0, bias + [0, 1, 2, 3, 4].reduce((s, i) => s + inputs[k * 5 + i]! * layers.hidden[i * 6 + u]!, 0)),
      );
      const logits = [...layers.outBias].map((bias, c) =>
        active.reduce((s, a, u) => s + a * layers.out[u * 3 + c]!, bias),
      );
      const total = logits.reduce((s, logit) => s + Math.exp(logit), 0);
      sum -= heavy[right]! * Math.log(Math.exp(logits[right]!) / total);
    }
    return sum / classes.length;
  };
  const gradients = gradientsOf(layers, inputs, classes, heavy);
  for (const name of ['hidden', 'hiddenBias', 'out', 'outBias'] as const)
    for (const [i, gradient] of gradients[name].entries()) {
      const kept = layers[name][i]!;
      const [above, below] = [kept + 0.01, kept - 0.01].map((value) => {
        layers[name][i] = value;
        return loss();
      });
      layers[name][i] = kept;
      expect((above! - below!) / 0.02).toBeCloseTo(gradient, 2);
    }
});

test('given matrices whose sizes are no multiples of four, then their products are added', () => {
  const [a, b] = [Float32Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10), Float32Array.of(1, 0, 2, 1, 0, 3, 1, 1, 2, 2)];
  const out = Float32Array.of(100, 0, 0, 0);
  addProduct(out, a, b, 5, 2);
  expect([...out]).toEqual([119, 25, 49, 60]);
  const transposed = new Float32Array(4);
  addTransposedProduct(transposed, Float32Array.of(1, 6, 2, 7, 3, 8, 4, 9, 5, 10), b, 5, 2);
  expect([...transposed]).toEqual([19, 25, 49, 60]);
});

test('given steps of Adam, then the first is as large as the rate, and a value without gradient decays', () => {
  const values = Float32Array.of(1, 1);
  const step = adam(values, 0.5);
  step(Float32Array.of(1e-3, 0), 0.1);
  expect([...values]).toEqual([expect.closeTo(0.85, 4), expect.closeTo(0.95, 4)]);
});
