/**
 * Mean over the (2 `radius` + 1)² window round each pixel, windows cut at the border, by separable running sums. Two rows at a time: each
 * has a lane of every vector, as the sums along a row have to be added one after the other.
 *
 * @param source f32, `width` x `height`
 * @param out the same, not over `source`
 * @param work `boxBlurWork` bytes
 */
export function boxBlur(source: usize, out: usize, work: usize, width: usize, height: i32, radius: i32): void {
  const sums = work;
  const nothing = sums + even(width) * 8;
  const inverses = nothing + even(width) * 4;
  const prefix = inverses + even(width) * 8;
  const first = prefix + ((radius + 1) as usize) * 16;
  const last = first + width * 16;
  const unused = last + ((radius + 1) as usize) * 16;
  memory.fill(sums, 0, inverses - sums);
  memory.fill(prefix, 0, first - prefix);
  for (let x: usize = 0; x < width; x++) store<f64>(inverses + x * 8, inverseOfWindow(x as i32, width as i32, radius));
  for (let y = 0; y < min(radius, height); y++) addRow(sums, rowAt(source, width, y), width);
  for (let y = 0; y < height; y += 2) {
    const end = sumRows(
      sums,
      y > radius ? rowAt(source, width, y - radius - 1) : nothing,
      y >= radius ? rowAt(source, width, y - radius) : nothing,
      y + radius < height ? rowAt(source, width, y + radius) : nothing,
      y + 1 + radius < height ? rowAt(source, width, y + 1 + radius) : nothing,
      first,
      width,
    );
    for (let at = last; at < unused; at += 16) v128.store(at, end);
    const inverse = f64x2.splat(inverseOfWindow(y, height, radius));
    writeMeans(
      prefix,
      first + (radius as usize) * 16,
      inverses,
      f64x2.replace_lane(inverse, 1, inverseOfWindow(y + 1, height, radius)),
      rowAt(out, width, y),
      y + 1 < height ? rowAt(out, width, y + 1) : unused,
      width,
    );
  }
}

/** Bytes that `boxBlur` needs besides its planes. */
export function boxBlurWork(width: usize, radius: usize): usize {
  return even(width) * 20 + (width + 2 * radius + 2) * 16 + width * 4;
}

function even(count: usize): usize {
  return (count + 1) & ~1;
}

function rowAt(plane: usize, width: usize, y: i32): usize {
  return plane + (y as usize) * width * 4;
}

/** 1 / how many of `count` pixels are within `radius` of `at`. */
function inverseOfWindow(at: i32, count: i32, radius: i32): f64 {
  return 1 / ((min(count - 1, at + radius) - max(0, at - radius) + 1) as f64);
}

function addRow(sums: usize, row: usize, width: usize): void {
  for (let x: usize = 0; x < width; x++)
    store<f64>(sums + x * 8, load<f64>(sums + x * 8) + (load<f32>(row + x * 4) as f64));
}

/**
 * Moves the sums of the columns on by two rows, and writes their sums from the left, a vector of both rows for each column.
 * @returns the last of them
 */
function sumRows(
  sums: usize,
  above: usize,
  next: usize,
  below: usize,
  lowest: usize,
  prefix: usize,
  width: usize,
): v128 {
  let sum = f64x2.splat(0);
  const pairs = width & ~1;
  for (let x: usize = 0; x < pairs; x += 2) {
    const upper = f64x2.sub(f64x2.add(v128.load(sums + x * 8), two(below + x * 4)), two(above + x * 4));
    const lower = f64x2.sub(f64x2.add(upper, two(lowest + x * 4)), two(next + x * 4));
    v128.store(sums + x * 8, lower);
    sum = f64x2.add(sum, v128.shuffle<f64>(upper, lower, 0, 2));
    v128.store(prefix + x * 16, sum);
    sum = f64x2.add(sum, v128.shuffle<f64>(upper, lower, 1, 3));
    v128.store(prefix + x * 16, sum, 16);
  }
  if (pairs === width) return sum;
  const x = pairs;
  const upper = load<f64>(sums + x * 8) + (load<f32>(below + x * 4) as f64) - (load<f32>(above + x * 4) as f64);
  const lower = upper + (load<f32>(lowest + x * 4) as f64) - (load<f32>(next + x * 4) as f64);
  store<f64>(sums + x * 8, lower);
  sum = f64x2.add(sum, f64x2.replace_lane(f64x2.splat(upper), 1, lower));
  v128.store(prefix + x * 16, sum);
  return sum;
}

/** Two f32 as f64. */
function two(at: usize): v128 {
  return f64x2.promote_low_f32x4(v128.load64_zero(at));
}

/** The means of two rows' windows, from their sums from the left up to before the windows and up to their ends. */
function writeMeans(
  before: usize,
  end: usize,
  inverses: usize,
  inverse: v128,
  upper: usize,
  lower: usize,
  width: usize,
): void {
  const pairs = width & ~1;
  for (let x: usize = 0; x < pairs; x += 2) {
    const left = meansAt(before, end, inverses, inverse, x);
    const both = v128.shuffle<f32>(left, meansAt(before, end, inverses, inverse, x + 1), 0, 4, 1, 5);
    v128.store64_lane(upper + x * 4, both, 0);
    v128.store64_lane(lower + x * 4, both, 1);
  }
  if (pairs === width) return;
  const means = meansAt(before, end, inverses, inverse, pairs);
  v128.store32_lane(upper + pairs * 4, means, 0);
  v128.store32_lane(lower + pairs * 4, means, 1);
}

function meansAt(before: usize, end: usize, inverses: usize, inverse: v128, x: usize): v128 {
  const sums = f64x2.sub(v128.load(end + x * 16), v128.load(before + x * 16));
  return f32x4.demote_f64x2_zero(f64x2.mul(f64x2.mul(sums, v128.load64_splat(inverses + x * 8)), inverse));
}
