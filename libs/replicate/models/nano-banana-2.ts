import type { PictureOrder } from './picture-order.ts';

/** Google's image editor: the default for pictures. */
export const NANO_BANANA_2 = 'google/nano-banana-2';

/** At most 14 pictures. Output: one address, a JPEG. */
export const nanoBanana2Input = ({ prompt, images, aspectRatio = '3:4' }: PictureOrder): object => ({
  prompt,
  image_input: images,
  aspect_ratio: aspectRatio,
  resolution: '1K',
  output_format: 'jpg',
});
