import { type ClassifierWeights, weightLengths } from '../classifier-weights.ts';

/**
 * The bytes of a file of weights for a number of classes, as {@link readPartWeights} and {@link readWhoseWeights} read it: float32,
 * little-endian, one array after another.
 *
 * @throws Error naming an array that has another length or a value that is no number
 */
export function bytesOf(weights: ClassifierWeights, classes: number): Uint8Array {
  const lengths = weightLengths(classes);
  const names = Object.keys(lengths) as (keyof ClassifierWeights)[];
  const bytes = new Uint8Array(4 * names.reduce((sum, name) => sum + lengths[name], 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const name of names) {
    const values = weights[name];
    if (values.length !== lengths[name] || !values.every(Number.isFinite))
      throw new Error(`${name} is not ${lengths[name]} numbers`);
    for (const value of values) {
      view.setFloat32(at, value, true);
      at += 4;
    }
  }
  return bytes;
}
