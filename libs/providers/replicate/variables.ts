import { positiveInteger } from '@styling/service';
import { z } from 'zod';
import { defaults } from './models.ts';

export const REPLICATE_API = 'https://api.replicate.com/v1';

/** `owner/name`, with `:<version>` for an unofficial model. */
const modelName = z.string().regex(/^[\w.-]+\/[\w.-]+(:[\da-f]{64})?$/, 'is not owner/name');

export const replicateVariables = z.object({
  REPLICATE_API_TOKEN: z.string().describe('token of the account'),
  REPLICATE_BASE_URL: z.url().default(REPLICATE_API).describe('address of the API'),
  REPLICATE_MODEL_IMAGE: modelName.default(defaults.image).describe('model of pictures'),
  REPLICATE_MODEL_IMAGE_FALLBACK: modelName
    .default(defaults.imageFallback)
    .describe('asked where it fails; choose another vendor'),
  REPLICATE_MODEL_TEXT: modelName.default(defaults.text).describe('model of advice and analysis'),
  REPLICATE_MODEL_TEXT_FALLBACK: modelName
    .default(defaults.textFallback)
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
