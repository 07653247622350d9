import { readFileSync } from 'node:fs';
import { innerTensors } from '../models/inner-outputs.ts';
import { placeCount } from './head-region.ts';

/** What the classifier tells apart; hats and what else is worn on a head count as hair. */
export const partNames = ['ground', 'hair', 'skin', 'clothes'] as const;

/** Inputs of the classifier: the channels of every inner tensor, then the place. */
export const inputCount =
  [...innerTensors.selfieMask.channels, ...innerTensors.poseLandmarks.channels].reduce((sum, n) => sum + n, 0) +
  placeCount;

/** Units of its hidden layer. */
export const hiddenCount = 64;

/**
 * A perceptron with one hidden layer. `mean` and `scale` (1 / standard deviation) of each input; `hidden` is inputs x units,
 * `out` units x parts.
 */
export type PartWeights = {
  mean: Float32Array;
  scale: Float32Array;
  hidden: Float32Array;
  hiddenBias: Float32Array;
  out: Float32Array;
  outBias: Float32Array;
};

/** Lengths of the arrays of {@link PartWeights}, in their order in the file. */
export const weightLengths: Record<keyof PartWeights, number> = {
  mean: inputCount,
  scale: inputCount,
  hidden: inputCount * hiddenCount,
  hiddenBias: hiddenCount,
  out: hiddenCount * partNames.length,
  outBias: partNames.length,
};

const trained = new URL('part-weights.bin', import.meta.url);

/** Reads the trained weights: float32, little-endian, one array after another. @throws Error if the file has another length */
export function readPartWeights(file = trained): PartWeights {
  const bytes = readFileSync(file);
  const values = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  let from = 0;
  const entries = Object.entries(weightLengths).map(([name, length]) => {
    from += length;
    return [name, values.subarray(from - length, from)];
  });
  if (from !== values.length) throw new Error(`${file.pathname} has ${values.length} numbers instead of ${from}`);
  return Object.fromEntries(entries) as PartWeights;
}
