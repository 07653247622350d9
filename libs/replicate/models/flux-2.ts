import type { PictureOrder } from './picture-order.ts';

/** Black Forest Labs' image editors. At most eight pictures. Output: one address. */
export const flux2Input = ({ prompt, images, aspectRatio = '3:4' }: PictureOrder): object => ({
  prompt,
  input_images: images,
  aspect_ratio: aspectRatio,
  resolution: '1 MP',
  output_format: 'jpg',
});
