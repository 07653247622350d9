// biome-ignore-all lint/style/noNonNullAssertion: every index is in range by construction
import type { RgbImage } from '@styling/imaging';
import { oklab, type Triple } from '../pixels/colour.ts';
import type { Plane } from '../pixels/plane.ts';
import { median } from '../pixels/statistics.ts';

/** sRGB step of white paper in good light. */
const white = 245;
/** A ground that is darker (OKLab) or more coloured than this is no white one in poor light, but of its own colour. */
const leastLightness = 0.87;
const mostChroma = 0.03;
/** More than this is no matter of light any more. */
const mostGain = 1.15;

/**
 * A picture of a garment on a white ground as it would be in good, even light: what the camera made of the ground, it made of
 * the garment too (von Kries). A ground of another colour says nothing of the light.
 *
 * @param garment 1 on the garment, 0 on the ground
 */
export function inGoodLight(image: RgbImage, garment: Plane): RgbImage {
  const ground: number[] = [];
  for (let i = 0; i < garment.length; i += 7) if (garment[i] === 0) ground.push(i);
  if (ground.length === 0) return image;
  const channel = (c: number) => median(ground.map((i) => image.data[i * 3 + c]!));
  const seen: Triple = [channel(0), channel(1), channel(2)];
  const [lightness, a, b] = oklab(seen);
  if (lightness < leastLightness || Math.hypot(a, b) > mostChroma) return image;
  const gains = seen.map((value) => Math.min(mostGain, Math.max(1, white / value)));
  return { ...image, data: image.data.map((value, k) => Math.min(255, value * gains[k % 3]!)) };
}
