/**
 * A turned rectangle of a picture, resampled to `side` x `side` pixels: each the sum of `taps` x `taps` bilinear values times `scale`, 0 outside of
 * the picture.
 *
 * @param image u8 RGB, `width` x `height`, and one more byte
 * @param out f32 RGB, `side` x `side`
 * @param work `cropWork` bytes
 * @param x the rectangle's centre, as `y`; `across` and `down` are its extent, all in pixels
 * @param cos of its turn, clockwise on screen, as `sin`
 */
export function crop(
  image: usize,
  out: usize,
  work: usize,
  width: i32,
  height: i32,
  x: f64,
  y: f64,
  across: f64,
  down: f64,
  cos: f64,
  sin: f64,
  side: i32,
  taps: i32,
  scale: f64,
): void {
  const columns = side * taps;
  const acrossX = work + (columns as usize) * 8;
  const acrossY = acrossX + (columns as usize) * 8;
  for (let tap = 0; tap < columns; tap++) {
    const at = (tap as usize) * 8;
    const away = (((tap / taps) as f64) + (((tap % taps) as f64) + 0.5) / (taps as f64)) / (side as f64) - 0.5;
    store<f64>(work + at, away);
    store<f64>(acrossX + at, x + away * across * cos);
    store<f64>(acrossY + at, y + away * across * sin);
  }
  memory.fill(out, 0, (side as usize) * (side as usize) * 12);
  for (let row = 0; row < columns; row++) {
    const below = load<f64>(work + (row as usize) * 8) * down;
    const downX = below * sin;
    const downY = below * cos;
    let at = out + ((row / taps) as usize) * (side as usize) * 12;
    for (let column = 0; column < columns; column += taps, at += 12)
      addTaps(at, image, width, height, acrossX + (column as usize) * 8, acrossY - acrossX, taps, downX, downY, scale);
  }
}

/** Bytes that `crop` needs besides its pictures. */
export function cropWork(side: usize, taps: usize): usize {
  return side * taps * 24;
}

/** Adds a row of a pixel's taps, whose places lie from `places` on, their y `further` on; red and green are the lanes of a vector. */
function addTaps(
  at: usize,
  image: usize,
  width: i32,
  height: i32,
  places: usize,
  further: usize,
  taps: i32,
  downX: f64,
  downY: f64,
  scale: f64,
): void {
  const row = (width as usize) * 3;
  let redGreen = f64x2.promote_low_f32x4(v128.load64_zero(at));
  let blue = load<f32>(at + 8) as f64;
  for (const end = places + (taps as usize) * 8; places < end; places += 8) {
    const px = load<f64>(places) - downX - 0.5;
    const py = load<f64>(places + further) + downY - 0.5;
    const left = floor(px);
    const top = floor(py);
    if (left < -1 || top < -1 || left >= (width as f64) || top >= (height as f64)) continue;
    if (left < 0 || top < 0 || left >= ((width - 1) as f64) || top >= ((height - 1) as f64)) {
      v128.store64_lane(at, f32x4.demote_f64x2_zero(redGreen), 0);
      store<f32>(at + 8, blue as f32);
      addAtBorder(at, image, width, height, px, py, scale);
      redGreen = f64x2.promote_low_f32x4(v128.load64_zero(at));
      blue = load<f32>(at + 8) as f64;
      continue;
    }
    const from = image + (top as usize) * row + (left as usize) * 3;
    const topLeft = colourAt(from);
    const topRight = colourAt(from + 3);
    const bottomLeft = colourAt(from + row);
    const bottomRight = colourAt(from + row + 3);
    const far = f64x2.splat(px - left);
    const near = f64x2.splat(1 - (px - left));
    const below = py - top;
    const upper = f64x2.mul(between(topLeft, topRight, near, far), f64x2.splat(1 - below));
    const lower = f64x2.mul(between(bottomLeft, bottomRight, near, far), f64x2.splat(below));
    const blues = between(bluesOf(topLeft, bottomLeft), bluesOf(topRight, bottomRight), near, far);
    // Each tap is rounded, as the sums are single.
    const sums = f64x2.add(redGreen, f64x2.mul(f64x2.add(upper, lower), f64x2.splat(scale)));
    redGreen = f64x2.promote_low_f32x4(f32x4.demote_f64x2_zero(sums));
    const both = f64x2.extract_lane(blues, 0) * (1 - below) + f64x2.extract_lane(blues, 1) * below;
    blue = (blue + both * scale) as f32 as f64;
  }
  v128.store64_lane(at, f32x4.demote_f64x2_zero(redGreen), 0);
  store<f32>(at + 8, blue as f32);
}

/** The means of two colours' first two numbers. */
function between(left: v128, right: v128, nears: v128, fars: v128): v128 {
  const one = f64x2.mul(f64x2.convert_low_i32x4_s(left), nears);
  return f64x2.add(one, f64x2.mul(f64x2.convert_low_i32x4_s(right), fars));
}

/** Red, green and blue as four i32, of which the last is another pixel's. */
function colourAt(pixel: usize): v128 {
  return i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load32_zero(pixel)));
}

/** The blues of two colours. */
function bluesOf(first: v128, second: v128): v128 {
  return v128.shuffle<i32>(first, second, 2, 6, 2, 6);
}

/** Adds the picture's value at a place, times `scale`, where some of the four pixels are outside of the picture. */
function addAtBorder(at: usize, image: usize, width: i32, height: i32, px: f64, py: f64, scale: f64): void {
  const left = floor(px) as i32;
  const top = floor(py) as i32;
  for (let corner = 0; corner < 4; corner++) {
    const x = left + (corner & 1);
    const y = top + (corner >> 1);
    if (x < 0 || y < 0 || x >= width || y >= height) continue;
    const weight = (1 - abs(px - (x as f64))) * (1 - abs(py - (y as f64))) * scale;
    const from = image + ((y as usize) * (width as usize) + (x as usize)) * 3;
    for (let c: usize = 0; c < 3; c++) {
      const sum = (load<f32>(at + c * 4) as f64) + (load<u8>(from + c) as f64) * weight;
      store<f32>(at + c * 4, sum as f32);
    }
  }
}
