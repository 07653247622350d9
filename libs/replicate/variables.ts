import { positiveInteger } from '@styling/service';
import { z } from 'zod';
import { NANO_BANANA_2, SEEDREAM_4_5 } from './models/image-models.ts';
import { GEMINI_3_FLASH, GPT_5_STRUCTURED } from './models/text-models.ts';

/** The vendor's own API. */
export const REPLICATE_API = 'https://api.replicate.com/v1';

/** `owner/name`, with `:<version>` for an unofficial model. */
const modelName = z.string().regex(/^[\w.-]+\/[\w.-]+(:[\da-f]{64})?$/, 'is not owner/name');

/** Variables of a service that uses hosted models. */
export const replicateVariables = z.object({
  REPLICATE_API_TOKEN: z.string(),
  REPLICATE_BASE_URL: z.url().default(REPLICATE_API),
  REPLICATE_MODEL_IMAGE: modelName.default(NANO_BANANA_2),
  REPLICATE_MODEL_IMAGE_FALLBACK: modelName.default(SEEDREAM_4_5),
  REPLICATE_MODEL_TEXT: modelName.default(GPT_5_STRUCTURED),
  REPLICATE_MODEL_TEXT_FALLBACK: modelName.default(GEMINI_3_FLASH),
  /** Concurrent requests per process; the models run elsewhere. */
  REPLICATE_CONCURRENCY: positiveInteger.default(16),
  /** How models get their pictures: by presigned URLs of the object store, or by the vendor's Files API. */
  REPLICATE_INPUTS: z.enum(['presigned', 'upload']).optional(),
});
export type ReplicateConfig = Readonly<z.output<typeof replicateVariables>>;
