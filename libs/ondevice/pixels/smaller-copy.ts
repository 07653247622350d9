import { type RgbImage, resizeRgb } from '@styling/imaging';

/** A copy of a picture with about `pixels`; the picture itself if it has no more. */
export async function smallerCopy(image: RgbImage, pixels: number): Promise<RgbImage> {
  const { width, height } = image;
  const scale = Math.sqrt(pixels / (width * height));
  if (scale >= 1) return image;
  return resizeRgb(image, { width: Math.round(width * scale), height: Math.round(height * scale) });
}
