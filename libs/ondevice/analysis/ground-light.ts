// biome-ignore-all lint/style/noNonNullAssertion: every index is in range by construction
import type { RgbImage } from '@styling/imaging';
import { oklab, type Triple } from '../pixels/colour.ts';
import type { Plane } from '../pixels/plane.ts';
import { median } from '../pixels/statistics.ts';

/** sRGB step of white paper in good light. */
const white = 245;
/** A background darker (OKLab) or more colourful than this is coloured, not white in poor light. */
const leastLightness = 0.87;
const mostChroma = 0.03;
/** A larger correction cannot be explained by light. */
const mostGain = 1.15;

/**
 * Corrects a picture of a garment on a white background to good, even light: the light that changed the background changed the
 * garment in the same way (von Kries). A background of another colour gives no information about the light.
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
