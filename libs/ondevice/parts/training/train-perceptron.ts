import type { ClassifierWeights } from '../classifier-weights.ts';
import { adam } from './adam.ts';
import { gradientsOf, type Layers } from './gradients.ts';
import type { Samples } from './samples.ts';
import { normal, type Random, shuffle } from './seeded-random.ts';
import { standardised, standardOf } from './standardise.ts';

/** How a perceptron is trained. */
export type Training = {
  /** Units of the hidden layer. */
  units: number;
  /** What a mistake of each class counts; as many as there are classes. */
  classWeights: readonly number[];
  /** Times that every sample is seen. */
  epochs: number;
  /** Samples a step. */
  batch: number;
  /** Adam's rate at the first step; it falls linearly to a twentieth. */
  rate: number;
  /** Decay of the weights a step, in rates. */
  decay: number;
  /** Share of the inputs that a step does not see. */
  dropout: number;
};

/** The training of the classifier of parts; hair is rarest and mistakes in it are seen most. */
export const partTraining: Training = {
  units: 64,
  classWeights: [0.8, 1.2, 1.1, 1],
  ...{ epochs: 8, batch: 2048, rate: 2e-3, decay: 1e-4, dropout: 0.2 },
};

/** The training of the classifier of people. */
export const whoseTraining: Training = { ...partTraining, classWeights: [1, 1, 1] };

/** What is left of the rate at the end. */
const lastRate = 0.05;

/**
 * Trains a perceptron with one hidden layer on some `rows` of samples, by Adam ({@link adam}), from random weights (He et al.
 * 2015, "Delving deep into rectifiers"), with dropout of inputs (Srivastava et al. 2014, "Dropout: a simple way to prevent
 * neural networks from overfitting"). The same arguments give the same weights.
 *
 * @throws Error if there are no rows
 */
export function trainPerceptron(
  samples: Samples,
  rows: Uint32Array,
  training: Training,
  random: Random,
): ClassifierWeights {
  if (rows.length === 0) throw new Error('there are no samples to learn from');
  const standard = standardOf(samples, rows);
  const layers = randomLayers(standard.mean.length, training, random);
  const names = Object.keys(layers) as (keyof Layers)[];
  const steps = names.map((name) => adam(layers[name], name.endsWith('Bias') ? 0 : training.decay));
  const order = rows.slice();
  const batch = Math.min(training.batch, rows.length);
  // What does not fill a batch waits for an epoch in which it comes earlier.
  const batches = Math.floor(rows.length / batch);
  for (let step = 0; step < training.epochs * batches; step++) {
    const at = step % batches;
    if (at === 0) shuffle(order, random);
    const chosen = order.subarray(at * batch, (at + 1) * batch);
    const inputs = standardised(samples, chosen, standard);
    dropSome(inputs, training.dropout, random);
    const parts = Uint8Array.from(chosen, (row) => samples.parts[row]!);
    const gradients = gradientsOf(layers, inputs, parts, training.classWeights);
    const rate = training.rate * (1 - ((1 - lastRate) * step) / (training.epochs * batches));
    for (const [k, name] of names.entries()) steps[k]!(gradients[name], rate);
  }
  return { ...standard, ...layers };
}

function randomLayers(inputs: number, { units, classWeights }: Training, random: Random): Layers {
  const drawn = (length: number, deviation: number) => new Float32Array(length).map(() => deviation * normal(random));
  return {
    hidden: drawn(inputs * units, Math.sqrt(2 / inputs)),
    hiddenBias: new Float32Array(units),
    out: drawn(units * classWeights.length, Math.sqrt(1 / units)),
    outBias: new Float32Array(classWeights.length),
  };
}

/** Drops inputs and enlarges the others, so that their sum is about the same as without. */
function dropSome(inputs: Float32Array, share: number, random: Random): void {
  const larger = 1 / (1 - share);
  for (let i = 0; i < inputs.length; i++) inputs[i] = random() < share ? 0 : inputs[i]! * larger;
}
