/** An order to an image editor. Every model is asked for one upright JPEG (3:4). */
export type ImageOrder = {
  readonly prompt: string;
  /** URLs the model can fetch; the prompt counts them from 1. */
  readonly images: readonly string[];
  /** Seed, for models that have one. */
  readonly seed?: number | undefined;
};

/** Google's image editor, the default for images. */
export const NANO_BANANA_2 = 'google/nano-banana-2';
/** ByteDance's image editor, the fallback for images. */
export const SEEDREAM_4_5 = 'bytedance/seedream-4.5';

const ASPECT_RATIO = '3:4';

/** Google's image editors with a fixed output size, for few images. Output: one URL. */
export const nanoBananaInput = ({ prompt, images }: ImageOrder): object => ({
  prompt,
  image_input: images,
  aspect_ratio: ASPECT_RATIO,
  output_format: 'jpg',
});

/** Takes at most 14 images. Output: one URL, a JPEG. */
export const nanoBanana2Input = (order: ImageOrder): object => ({ ...nanoBananaInput(order), resolution: '1K' });

/** Takes at most 14 images. Output: a list of one URL. */
export const seedream45Input = ({ prompt, images }: ImageOrder): object => ({
  prompt,
  image_input: images,
  size: '2K',
  aspect_ratio: ASPECT_RATIO,
  sequential_image_generation: 'disabled',
  max_images: 1,
});

/** Black Forest Labs' image editors; at most 8 images. Output: one URL. */
const flux2Input = ({ prompt, images, seed }: ImageOrder): object => ({
  prompt,
  input_images: images,
  aspect_ratio: ASPECT_RATIO,
  resolution: '1 MP',
  output_format: 'jpg',
  ...(seed !== undefined && { seed }),
});

/** An image editor: how its input is made, and what it can. */
export type ImageModel = {
  readonly input: (order: ImageOrder) => object;
  /** Most images of an order. */
  readonly images: number;
  readonly hasSeed: boolean;
};

const MODELS: readonly (readonly [name: RegExp, model: ImageModel])[] = [
  [/^google\/nano-banana-(2|pro)$/, { input: nanoBanana2Input, images: 14, hasSeed: false }],
  [/^google\/nano-banana(-2-lite)?$/, { input: nanoBananaInput, images: 3, hasSeed: false }],
  [/^bytedance\/seedream-4(\.5)?$/, { input: seedream45Input, images: 14, hasSeed: false }],
  [/^black-forest-labs\/flux-2-[\w-]+$/, { input: flux2Input, images: 8, hasSeed: true }],
];

/** The image editor `owner/name` or `owner/name:<version>`; undefined for an unknown one. */
export const imageModel = (model: string): ImageModel | undefined =>
  MODELS.find(([name]) => name.test(model.split(':')[0] ?? ''))?.[1];
