/**
 * The sums of a layer's units over some of its inputs, a multiple of 16 units: `weights` times the inputs, each standardised and
 * limited to `most` standard deviations.
 *
 * @param values f32, `pixels` x `channels`
 * @param mean f32, `channels`; `scale` as well, of 1 / standard deviation
 * @param weights f32, `channels` x `units`
 * @param out f32, `pixels` x `units`
 * @param work f32, `channels`
 */
export function project(
  values: usize,
  mean: usize,
  scale: usize,
  most: f32,
  weights: usize,
  out: usize,
  work: usize,
  pixels: usize,
  channels: usize,
  units: usize,
): void {
  const inputs = work + channels * 4;
  const row = units * 4;
  for (const end = values + pixels * channels * 4; values < end; values += channels * 4) {
    for (let at: usize = 0; at < channels * 4; at += 4) {
      const input = (load<f32>(values + at) - load<f32>(mean + at)) * load<f32>(scale + at);
      store<f32>(work + at, max(-most, min(most, input)));
    }
    for (let unit: usize = 0; unit < row; unit += 64, out += 64) {
      let s0 = f32x4.splat(0);
      let s1 = f32x4.splat(0);
      let s2 = f32x4.splat(0);
      let s3 = f32x4.splat(0);
      for (let from = work, to = weights + unit; from < inputs; from += 4, to += row) {
        const input = v128.load32_splat(from);
        s0 = f32x4.add(s0, f32x4.mul(input, v128.load(to)));
        s1 = f32x4.add(s1, f32x4.mul(input, v128.load(to, 16)));
        s2 = f32x4.add(s2, f32x4.mul(input, v128.load(to, 32)));
        s3 = f32x4.add(s3, f32x4.mul(input, v128.load(to, 48)));
      }
      v128.store(out, s0);
      v128.store(out, s1, 16);
      v128.store(out, s2, 32);
      v128.store(out, s3, 48);
    }
  }
}

/**
 * Adds sums of a coarser grid, enlarged by bilinear interpolation between its pixels' centres, clamped at the border.
 *
 * @param sums f32, `side` x `side` x `units`
 * @param small f32, `from` x `from` x `units`
 */
export function addEnlarged(sums: usize, side: i32, small: usize, from: i32, units: usize): void {
  const bytes = units * 4;
  for (let y = 0; y < side; y++) {
    const down = placeIn(from, y, side);
    const above = small + (down as usize) * (from as usize) * bytes;
    const under = small + (min(down + 1, (from - 1) as f32) as usize) * (from as usize) * bytes;
    for (let x = 0; x < side; x++, sums += bytes) {
      const across = placeIn(from, x, side);
      const left = (across as usize) * bytes;
      const right = (min(across + 1, (from - 1) as f32) as usize) * bytes;
      const lower = down - floor(down);
      const further = across - floor(across);
      const first = f32x4.splat((1 - lower) * (1 - further));
      const second = f32x4.splat((1 - lower) * further);
      const third = f32x4.splat(lower * (1 - further));
      const fourth = f32x4.splat(lower * further);
      for (let at: usize = 0; at < bytes; at += 16) {
        let sum = f32x4.add(v128.load(sums + at), f32x4.mul(first, v128.load(above + left + at)));
        sum = f32x4.add(sum, f32x4.mul(second, v128.load(above + right + at)));
        sum = f32x4.add(sum, f32x4.mul(third, v128.load(under + left + at)));
        v128.store(sums + at, f32x4.add(sum, f32x4.mul(fourth, v128.load(under + right + at))));
      }
    }
  }
}

/** Where pixel `k` of `side` lies in a row of `count`, between the centres of the first and the last. */
function placeIn(count: i32, k: i32, side: i32): f32 {
  const at = (((k as f32) + 0.5) / (side as f32)) * (count as f32) - 0.5;
  return min(max(at, 0), (count - 1) as f32);
}
