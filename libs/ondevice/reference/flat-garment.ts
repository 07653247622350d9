import type { RgbImage } from '@styling/imaging';
import { oklabPlanes } from '../pixels/colour.ts';
import { largeAreas } from '../pixels/components.ts';
import type { Plane } from '../pixels/plane.ts';
import { median, quantile } from '../pixels/statistics.ts';

/** Differences in OKLab (colour axes doubled) up to which a border is one plain ground. */
const plainSpread = 0.09;

/**
 * Cuts a garment off a plain ground: everything that can be reached from the border through ground-coloured pixels is
 * ground.
 *
 * @returns 1 on the garment, 0 elsewhere; undefined when the border is not plain or nothing much lies on it
 */
export function cutFlatGarment(image: RgbImage): Plane | undefined {
  const { width, height } = image;
  const { lightness, a, b } = oklabPlanes(image.data);
  const border = borderPixels(width, height);
  const middle = [lightness, a, b].map((plane) => median(border.map((i) => plane[i]!)));
  const offGround = lightness.map((value, i) =>
    Math.hypot(value - middle[0]!, 2 * (a[i]! - middle[1]!), 2 * (b[i]! - middle[2]!)),
  );
  const spread = quantile(
    border.map((i) => offGround[i]!),
    0.9,
  );
  if (spread > plainSpread) return undefined;
  const limit = Math.max(0.018, spread * 1.3);
  const ground = new Uint8Array(width * height);
  const open: number[] = [];
  const visit = (i: number) => {
    if (ground[i] || offGround[i]! >= limit) return;
    ground[i] = 1;
    open.push(i);
  };
  border.forEach(visit);
  for (let i = open.pop(); i !== undefined; i = open.pop()) {
    if (i % width > 0) visit(i - 1);
    if (i % width < width - 1) visit(i + 1);
    if (i >= width) visit(i - width);
    if (i < ground.length - width) visit(i + width);
  }
  const rest = Float32Array.from(ground, (value) => 1 - value);
  const garment = largeAreas(rest, image, 0.3);
  return garment.reduce((sum, value) => sum + value, 0) > 0.03 * garment.length ? garment : undefined;
}

/** The outermost pixels and those two further in, where JPEG borders ring less. */
function borderPixels(width: number, height: number): number[] {
  const pixels: number[] = [];
  for (let x = 0; x < width; x++) for (const y of [0, 2, height - 3, height - 1]) pixels.push(y * width + x);
  for (let y = 0; y < height; y++) for (const x of [0, 2, width - 3, width - 1]) pixels.push(y * width + x);
  return pixels;
}
