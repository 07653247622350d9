/** The value below which the share `q` (0..1) of `values` lies; 0 when there are none. */
export function quantile(values: ArrayLike<number>, q: number): number {
  if (values.length === 0) return 0;
  const rest = new Float32Array(values.length);
  for (let i = 0; i < rest.length; i++) rest[i] = values[i]!;
  return select(rest, Math.min(rest.length - 1, Math.floor(rest.length * q)));
}

/** The value that would lie at `rank` if `values` were sorted, which they partly are afterwards: Hoare's FIND (1961). */
function select(values: Float32Array, rank: number): number {
  let low = 0;
  let high = values.length - 1;
  while (low < high) {
    const pivot = values[rank]!;
    let [i, j] = [low, high];
    while (i <= j) {
      while (values[i]! < pivot) i++;
      while (pivot < values[j]!) j--;
      if (i > j) break;
      const swapped = values[i]!;
      values[i++] = values[j]!;
      values[j--] = swapped;
    }
    if (j < rank) low = i;
    if (rank < i) high = j;
  }
  return values[rank]!;
}

/** The middle value; 0 when there are none. */
export const median = (values: ArrayLike<number>): number => quantile(values, 0.5);

/** The arithmetic mean; 0 when there are none. */
export function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]!;
  return values.length === 0 ? 0 : sum / values.length;
}
