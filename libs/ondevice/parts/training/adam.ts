/** Decays of the running means of gradients and of their squares, and what keeps the quotient finite, as in the paper. */
const [first, second, least] = [0.9, 0.999, 1e-8];

/** Changes values, in place, by their gradients; `rate` is about the largest change. */
export type Step = (gradients: Float32Array, rate: number) => void;

/**
 * Adam (Kingma and Ba 2015, "Adam: a method for stochastic optimization") with the decay of weights apart from the gradients
 * (Loshchilov and Hutter 2019, "Decoupled weight decay regularization"); `decay` in rates a step.
 */
export function adam(values: Float32Array, decay: number): Step {
  const means = new Float32Array(values.length);
  const squares = new Float32Array(values.length);
  let steps = 0;
  return (gradients, rate) => {
    steps++;
    const meanScale = 1 / (1 - first ** steps);
    const squareScale = 1 / (1 - second ** steps);
    for (let i = 0; i < values.length; i++) {
      const gradient = gradients[i]!;
      const mean = first * means[i]! + (1 - first) * gradient;
      const square = second * squares[i]! + (1 - second) * gradient * gradient;
      means[i] = mean;
      squares[i] = square;
      const change = (mean * meanScale) / (Math.sqrt(square * squareScale) + least);
      values[i]! -= rate * (change + decay * values[i]!);
    }
  };
}
