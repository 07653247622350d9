import { readFileSync } from 'node:fs';
import { innerTensors } from '../models/inner-outputs.ts';
import { placeCount } from './head-region.ts';

/** What the classifier of parts tells apart; hats and what else is worn on a head count as hair. */
export const partNames = ['ground', 'hair', 'skin', 'clothes'] as const;

/** What the classifier of people tells apart: the person whose head was found is `own`. */
export const whoseNames = ['ground', 'own', 'another'] as const;

/** Inputs of a classifier: the channels of every inner tensor, then the place. */
export const inputCount =
  [...innerTensors.selfieMask.channels, ...innerTensors.poseLandmarks.channels].reduce((sum, n) => sum + n, 0) +
  placeCount;

/** Units of its hidden layer. */
export const hiddenCount = 64;

/**
 * A perceptron with one hidden layer. `mean` and `scale` (1 / standard deviation) of each input; `hidden` is inputs x units,
 * `out` units x classes.
 */
export type ClassifierWeights = {
  mean: Float32Array;
  scale: Float32Array;
  hidden: Float32Array;
  hiddenBias: Float32Array;
  out: Float32Array;
  outBias: Float32Array;
};

/** Lengths of the arrays of {@link ClassifierWeights} for a number of classes, in their order in the file. */
export const weightLengths = (classes: number): Record<keyof ClassifierWeights, number> => ({
  mean: inputCount,
  scale: inputCount,
  hidden: inputCount * hiddenCount,
  hiddenBias: hiddenCount,
  out: hiddenCount * classes,
  outBias: classes,
});

/** The files of the trained weights, in this folder. */
export const weightFiles = { parts: 'part-weights.bin', whose: 'whose-weights.bin' } as const;

const trained = (file: string): URL => new URL(file, import.meta.url);

/** Reads the weights of the classifier of parts. @throws Error if the file has another length */
export const readPartWeights = (file = trained(weightFiles.parts)): ClassifierWeights =>
  readWeights(file, partNames.length);

/** Reads the weights of the classifier of people. @throws Error if the file has another length */
export const readWhoseWeights = (file = trained(weightFiles.whose)): ClassifierWeights =>
  readWeights(file, whoseNames.length);

/** Float32, little-endian, one array after another. */
function readWeights(file: URL, classes: number): ClassifierWeights {
  const bytes = readFileSync(file);
  const values = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  let from = 0;
  const entries = Object.entries(weightLengths(classes)).map(([name, length]) => {
    from += length;
    return [name, values.subarray(from - length, from)];
  });
  if (from !== values.length) throw new Error(`${file.pathname} has ${values.length} numbers instead of ${from}`);
  return Object.fromEntries(entries) as ClassifierWeights;
}
