import type { PictureOrder } from './picture-order.ts';

/** Google's image editors that make pictures of one size only. Output: one address. */
export const nanoBananaInput = ({ prompt, images, aspectRatio = '3:4' }: PictureOrder): object => ({
  prompt,
  image_input: images,
  aspect_ratio: aspectRatio,
  output_format: 'jpg',
});
