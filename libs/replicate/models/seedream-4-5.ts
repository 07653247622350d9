import type { PictureOrder } from './picture-order.ts';

/** ByteDance's image editor: the fallback for pictures. */
export const SEEDREAM_4_5 = 'bytedance/seedream-4.5';

/** At most 14 pictures. Output: a list of one address. */
export const seedream45Input = ({ prompt, images, aspectRatio = '3:4' }: PictureOrder): object => ({
  prompt,
  image_input: images,
  size: '2K',
  aspect_ratio: aspectRatio,
  sequential_image_generation: 'disabled',
  max_images: 1,
});
