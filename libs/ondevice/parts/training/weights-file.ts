import { type PartWeights, weightLengths } from '../part-weights.ts';

/**
 * The bytes of a file of weights as {@link readPartWeights} reads it: float32, little-endian, one array after another.
 *
 * @throws Error naming an array that has another length or a value that is no number
 */
export function bytesOf(weights: PartWeights): Uint8Array {
  const names = Object.keys(weightLengths) as (keyof PartWeights)[];
  const bytes = new Uint8Array(4 * names.reduce((sum, name) => sum + weightLengths[name], 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const name of names) {
    const values = weights[name];
    if (values.length !== weightLengths[name] || !values.every(Number.isFinite))
      throw new Error(`${name} is not ${weightLengths[name]} numbers`);
    for (const value of values) {
      view.setFloat32(at, value, true);
      at += 4;
    }
  }
  return bytes;
}
