import type { Plane, Size } from './plane.ts';

/** Means of `factor` x `factor` blocks; those cut at the right and bottom border count as far as they go. */
export function shrink(plane: Plane, { width, height }: Size, factor: number): { plane: Plane; size: Size } {
  const size = { width: Math.ceil(width / factor), height: Math.ceil(height / factor) };
  const out = new Float32Array(size.width * size.height);
  for (let by = 0; by < size.height; by++)
    for (let bx = 0; bx < size.width; bx++) {
      const right = Math.min(width, (bx + 1) * factor);
      const bottom = Math.min(height, (by + 1) * factor);
      let sum = 0;
      for (let y = by * factor; y < bottom; y++) for (let x = bx * factor; x < right; x++) sum += plane[y * width + x]!;
      out[by * size.width + bx] = sum / ((right - bx * factor) * (bottom - by * factor));
    }
  return { plane: out, size };
}

/** The inverse of {@link shrink} by bilinear interpolation between block centres, clamped at the border. */
export function grow(small: { plane: Plane; size: Size }, { width, height }: Size, factor: number): Plane {
  const { plane, size } = small;
  const out = new Float32Array(width * height);
  const place = (i: number, last: number) => {
    const at = Math.min(Math.max((i + 0.5) / factor - 0.5, 0), last);
    const low = Math.min(Math.floor(at), Math.max(0, last - 1));
    return { low, high: Math.min(low + 1, last), share: at - low };
  };
  const columns = Array.from({ length: width }, (_, x) => place(x, size.width - 1));
  const lows = Int32Array.from(columns, ({ low }) => low);
  const highs = Int32Array.from(columns, ({ high }) => high);
  const shares = Float32Array.from(columns, ({ share }) => share);
  const row = new Float32Array(size.width);
  for (let y = 0; y < height; y++) {
    const { low, high, share } = place(y, size.height - 1);
    for (let x = 0; x < size.width; x++)
      row[x] = plane[low * size.width + x]! * (1 - share) + plane[high * size.width + x]! * share;
    for (let x = 0; x < width; x++) {
      const from = row[lows[x]!]!;
      out[y * width + x] = from + (row[highs[x]!]! - from) * shares[x]!;
    }
  }
  return out;
}
