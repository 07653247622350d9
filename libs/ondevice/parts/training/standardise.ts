import { standardised as standardisedInput } from '../classify.ts';
import type { Samples } from './samples.ts';

/** Mean of each input and 1 / its standard deviation. */
export type Standard = { mean: Float32Array; scale: Float32Array };

/** Added to standard deviations, so that an input that never changes counts nothing. */
const least = 1e-4;

/** Mean and spread of the inputs over some `rows` of samples. */
export function standardOf({ inputs, parts }: Samples, rows: Uint32Array): Standard {
  const width = inputs.length / parts.length;
  const sums = new Float64Array(width);
  for (const row of rows) for (let i = 0; i < width; i++) sums[i]! += inputs[row * width + i]!;
  const mean = Float32Array.from(sums, (sum) => sum / rows.length);
  const squares = new Float64Array(width);
  for (const row of rows) for (let i = 0; i < width; i++) squares[i]! += (inputs[row * width + i]! - mean[i]!) ** 2;
  return { mean, scale: Float32Array.from(squares, (sum) => 1 / (Math.sqrt(sum / rows.length) + least)) };
}

/** The standardised inputs of some rows, rows x inputs, limited as {@link classify} limits them. */
export function standardised({ inputs, parts }: Samples, rows: Uint32Array, { mean, scale }: Standard): Float32Array {
  const width = inputs.length / parts.length;
  const out = new Float32Array(rows.length * width);
  for (const [k, row] of rows.entries())
    for (let i = 0; i < width; i++)
      out[k * width + i] = standardisedInput(inputs[row * width + i]!, mean[i]!, scale[i]!);
  return out;
}
