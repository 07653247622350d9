import { positiveInteger } from '@styling/service';
import { z } from 'zod';
import { instructionsWithSchema, type Question } from '../frame/structured.ts';

/** `owner/name`, with `:<version>` for an unofficial model. */
const modelName = z.string().regex(/^[\w.-]+\/[\w.-]+(:[\da-f]{64})?$/, 'is not owner/name');

export const replicateVariables = z.object({
  REPLICATE_API_TOKEN: z.string().describe('token of the account'),
  REPLICATE_BASE_URL: z.url().default('https://api.replicate.com/v1').describe('address of the API'),
  REPLICATE_MODEL_IMAGE: modelName.default('google/nano-banana-2').describe('model of pictures'),
  REPLICATE_MODEL_IMAGE_FALLBACK: modelName
    .default('bytedance/seedream-4.5')
    .describe('asked where it fails; choose another vendor'),
  REPLICATE_MODEL_TEXT: modelName.default('openai/gpt-5-structured').describe('model of advice and analysis'),
  REPLICATE_MODEL_TEXT_FALLBACK: modelName
    .default('google/gemini-3-flash')
    .describe('asked where it fails; choose another vendor'),
  REPLICATE_CONCURRENCY: positiveInteger.default(16).describe('concurrent requests of each worker'),
  REPLICATE_INPUTS: z
    .enum(['presigned', 'upload'])
    .optional()
    .describe(
      "`presigned`: models read pictures from your store by presigned URLs; `upload`: pictures are uploaded to the vendor's Files API and removed afterwards. Default: `upload` if the store is private or not https",
    ),
});
export type ReplicateConfig = Readonly<z.output<typeof replicateVariables>>;

/** An order with its pictures as URLs that the model can fetch; the prompt counts them from 1. */
type ImageOrder = { readonly prompt: string; readonly images: readonly string[]; readonly seed?: number | undefined };
type TextOrder = Question & { readonly images: readonly string[] };

/** An image editor of the vendor, asked for one upright JPEG (3:4). */
export type ImageModel = {
  readonly name: RegExp;
  readonly images: number;
  readonly hasSeed: boolean;
  /** US dollars a picture: third-party readings of the vendor's pages, no contract. Undefined: unknown, or by token. */
  readonly usd?: number;
  readonly input: (order: ImageOrder) => object;
};

/** Output: text, a list of chunks, or `{ json_output, text }`. */
type TextModel = { readonly name: RegExp; readonly input: (order: TextOrder) => object };

const ASPECT_RATIO = '3:4';
/** Width by height. */
export const ASPECT = 3 / 4;

const nanoBanana = ({ prompt, images }: ImageOrder) => ({
  prompt,
  image_input: images,
  aspect_ratio: ASPECT_RATIO,
  output_format: 'jpg',
});
const nanoBanana1K = (order: ImageOrder) => ({ ...nanoBanana(order), resolution: '1K' });

const imageModels: readonly ImageModel[] = [
  // Price read February 2026.
  { name: /^google\/nano-banana-2$/, images: 14, hasSeed: false, usd: 0.067, input: nanoBanana1K },
  { name: /^google\/nano-banana-pro$/, images: 14, hasSeed: false, input: nanoBanana1K },
  // Prices read 28 July 2026.
  { name: /^google\/nano-banana-2-lite$/, images: 3, hasSeed: false, usd: 0.034, input: nanoBanana },
  { name: /^google\/nano-banana$/, images: 3, hasSeed: false, usd: 0.039, input: nanoBanana },
  {
    name: /^bytedance\/seedream-4(\.5)?$/,
    images: 14,
    hasSeed: false,
    input: ({ prompt, images }) => ({
      prompt,
      image_input: images,
      size: '2K',
      aspect_ratio: ASPECT_RATIO,
      sequential_image_generation: 'disabled',
      max_images: 1,
    }),
  },
  {
    name: /^black-forest-labs\/flux-2-[\w-]+$/,
    images: 8,
    hasSeed: true,
    input: ({ prompt, images, seed }) => ({
      prompt,
      input_images: images,
      aspect_ratio: ASPECT_RATIO,
      resolution: '1 MP',
      output_format: 'jpg',
      ...(seed !== undefined && { seed }),
    }),
  },
];

const textModels: readonly TextModel[] = [
  {
    name: /^openai\/gpt-5-structured$/,
    input: ({ instructions, prompt, images, answer }) => ({
      model: 'gpt-5-mini',
      reasoning_effort: 'minimal',
      verbosity: 'low',
      instructions,
      prompt,
      image_input: images,
      json_schema: { format: { type: 'json_schema', name: answer.name, schema: answer.schema } },
    }),
  },
  {
    // At most ten images of 7 MB.
    name: /^google\/gemini-[\w.-]+$/,
    input: ({ images, ...question }) => ({
      system_instruction: instructionsWithSchema(question),
      prompt: question.prompt,
      images,
      thinking_level: 'low',
      max_output_tokens: 8_192,
    }),
  },
];

const named = <Model extends { readonly name: RegExp }>(models: readonly Model[], model: string): Model | undefined =>
  models.find(({ name }) => name.test(model.split(':')[0] ?? ''));

export const imageModel = (model: string): ImageModel | undefined => named(imageModels, model);
export const textModel = (model: string): TextModel | undefined => named(textModels, model);
