/** The value below which the share `q` (0..1) of `values` lies; 0 when there are none. */
export function quantile(values: ArrayLike<number>, q: number): number {
  if (values.length === 0) return 0;
  const sorted = Float32Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))]!;
}

/** The middle value; 0 when there are none. */
export const median = (values: ArrayLike<number>): number => quantile(values, 0.5);
