/**
 * Means of `factor` x `factor` blocks; those cut at the right and bottom border count as far as they go.
 *
 * @param source f32, `width` x `height`
 * @param by null, or what `source` is multiplied by first, f32 of the same size
 * @param out f32, the extent over `factor`, rounded up
 * @param sums f32, `width`
 */
export function shrink(
  source: usize,
  by: usize,
  out: usize,
  sums: usize,
  width: usize,
  height: usize,
  factor: usize,
): void {
  const bytes = width * 4;
  for (let y: usize = 0; y < height; y += factor) {
    const rows = min(factor, height - y);
    memory.fill(sums, 0, bytes);
    for (let row = y; row < y + rows; row++)
      if (by) addProducts(sums, source + row * bytes, by + row * bytes, width);
      else addRow(sums, source + row * bytes, width);
    for (let x: usize = 0; x < width; x += factor, out += 4) {
      const columns = min(factor, width - x);
      let sum: f64 = 0;
      for (let k = x; k < x + columns; k++) sum += load<f32>(sums + k * 4) as f64;
      store<f32>(out, (sum / ((columns * rows) as f64)) as f32);
    }
  }
}

function addRow(sums: usize, row: usize, width: usize): void {
  const whole = (width & ~3) * 4;
  let at: usize = 0;
  for (; at < whole; at += 16) v128.store(sums + at, f32x4.add(v128.load(sums + at), v128.load(row + at)));
  for (; at < width * 4; at += 4) store<f32>(sums + at, load<f32>(sums + at) + load<f32>(row + at));
}

function addProducts(sums: usize, row: usize, by: usize, width: usize): void {
  const whole = (width & ~3) * 4;
  let at: usize = 0;
  for (; at < whole; at += 16) {
    const products = f32x4.mul(v128.load(row + at), v128.load(by + at));
    v128.store(sums + at, f32x4.add(v128.load(sums + at), products));
  }
  for (; at < width * 4; at += 4)
    store<f32>(sums + at, load<f32>(sums + at) + load<f32>(row + at) * load<f32>(by + at));
}

/**
 * The inverse of `shrink` by bilinear interpolation between block centres, clamped at the border.
 *
 * @param small f32, `columns` x `rows`
 * @param out f32, `width` x `height`, whose blocks of `factor` pixels are those of `small`
 * @param work `growWork` bytes
 */
export function grow(
  small: usize,
  columns: usize,
  rows: usize,
  out: usize,
  width: usize,
  height: usize,
  factor: usize,
  work: usize,
): void {
  const between = work + ((factor + 1) & ~1) * 8;
  // Pixels before the first block's centre, and how far beyond it those after it lie.
  const lead = factor >> 1;
  const step: f64 = 1 / (factor as f64);
  let offset = ((lead as f64) + 0.5) / (factor as f64) - 0.5;
  for (let k: usize = 0; k < factor; k++, offset += step) store<f64>(work + k * 8, offset);
  for (let y: usize = 0; y < height; y++, out += width * 4) {
    rowBetween(small, columns, rows, ((y as f64) + 0.5) / (factor as f64) - 0.5, between);
    let x = min(lead, width);
    fill(out, load<f32>(between), x);
    for (let column: usize = 0; column + 1 < columns && x < width; column++) {
      const count = min(factor, width - x);
      ramp(out + x * 4, load<f32>(between + column * 4), load<f32>(between + column * 4 + 4), work, count);
      x += count;
    }
    fill(out + x * 4, load<f32>(between + columns * 4 - 4), width - x);
  }
}

/** Bytes that `grow` needs besides its planes. */
export function growWork(columns: usize, factor: usize): usize {
  return ((factor + 1) & ~1) * 8 + columns * 4;
}

/** The row at the height `y`, which lies between two rows. */
function rowBetween(small: usize, columns: usize, rows: usize, y: f64, row: usize): void {
  const at = min(max(y, 0), (rows - 1) as f64);
  const low = at as usize;
  const share = at - (low as f64);
  const upper = small + low * columns * 4;
  const lower = small + min(low + 1, rows - 1) * columns * 4;
  for (let x: usize = 0; x < columns * 4; x += 4) {
    const from = load<f32>(upper + x) as f64;
    store<f32>(row + x, (from + ((load<f32>(lower + x) as f64) - from) * share) as f32);
  }
}

/** Writes `count` values between two at the distances from the first one that lie at `offsets`, f64. */
function ramp(out: usize, from: f64, to: f64, offsets: usize, count: usize): void {
  const start = f64x2.splat(from);
  const slope = f64x2.splat(to - from);
  const pairs = count & ~1;
  for (let k: usize = 0; k < pairs; k += 2) {
    const values = f64x2.add(start, f64x2.mul(slope, v128.load(offsets + k * 8)));
    v128.store64_lane(out + k * 4, f32x4.demote_f64x2_zero(values), 0);
  }
  if (pairs < count) store<f32>(out + pairs * 4, (from + (to - from) * load<f64>(offsets + pairs * 8)) as f32);
}

function fill(out: usize, value: f32, count: usize): void {
  for (const end = out + count * 4; out < end; out += 4) store<f32>(out, value);
}
