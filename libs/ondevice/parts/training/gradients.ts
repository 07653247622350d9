import { addProduct, addTransposedProduct } from './matrix-products.ts';

/** The layers of a perceptron: `hidden` is inputs x units, `out` units x classes. */
export type Layers = { hidden: Float32Array; hiddenBias: Float32Array; out: Float32Array; outBias: Float32Array };

/** Layers of the same sizes, all zero. */
const zeroLike = ({ hidden, hiddenBias, out, outBias }: Layers): Layers => ({
  hidden: new Float32Array(hidden.length),
  hiddenBias: new Float32Array(hiddenBias.length),
  out: new Float32Array(out.length),
  outBias: new Float32Array(outBias.length),
});

/**
 * Gradients of the mean cross entropy of a batch, by back propagation (Rumelhart, Hinton and Williams 1986), with rectified
 * linear units: `inputs` is count x inputs, `classes` has each one's class, `classWeights` what a mistake of that class counts.
 */
export function gradientsOf(
  layers: Layers,
  inputs: Float32Array,
  classes: Uint8Array,
  classWeights: readonly number[],
): Layers {
  const count = classes.length;
  const units = layers.hiddenBias.length;
  const width = layers.outBias.length;
  const active = repeated(layers.hiddenBias, count);
  addProduct(active, inputs, layers.hidden, inputs.length / count, units);
  for (let i = 0; i < active.length; i++) if (active[i]! < 0) active[i] = 0;
  const errors = repeated(layers.outBias, count);
  addProduct(errors, active, layers.out, units, width);
  toErrors(errors, classes, classWeights);

  const gradients = zeroLike(layers);
  addTransposedProduct(gradients.out, active, errors, count, width);
  addRows(gradients.outBias, errors);
  const back = new Float32Array(count * units);
  addProduct(back, errors, transposed(layers.out, width), width, units);
  for (let i = 0; i < back.length; i++) if (active[i] === 0) back[i] = 0;
  addTransposedProduct(gradients.hidden, inputs, back, count, units);
  addRows(gradients.hiddenBias, back);
  return gradients;
}

/** Turns logits, count x classes, into the gradients of the loss by them, in place. */
function toErrors(logits: Float32Array, classes: Uint8Array, classWeights: readonly number[]): void {
  const width = classWeights.length;
  for (const [k, right] of classes.entries()) {
    const row = logits.subarray(k * width, (k + 1) * width);
    const largest = row.reduce((a, b) => Math.max(a, b));
    let total = 0;
    for (let c = 0; c < width; c++) total += row[c] = Math.exp(row[c]! - largest);
    const weight = classWeights[right]! / classes.length;
    for (let c = 0; c < width; c++) row[c] = (row[c]! / total - (c === right ? 1 : 0)) * weight;
  }
}

function repeated(row: Float32Array, count: number): Float32Array {
  const out = new Float32Array(row.length * count);
  for (let from = 0; from < out.length; from += row.length) out.set(row, from);
  return out;
}

function addRows(sums: Float32Array, rows: Float32Array): void {
  for (let i = 0; i < rows.length; i++) sums[i % sums.length]! += rows[i]!;
}

function transposed(matrix: Float32Array, columns: number): Float32Array {
  const rows = matrix.length / columns;
  return matrix.map((_, i) => matrix[(i % rows) * columns + Math.floor(i / rows)]!);
}
