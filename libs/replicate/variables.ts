import { ConfigError, positiveInteger } from '@styling/service';
import { z } from 'zod';
import { NANO_BANANA_2, SEEDREAM_4_5 } from './models/image-models.ts';
import { GEMINI_3_FLASH, GPT_5_STRUCTURED } from './models/text-models.ts';

/** The vendor's own API. */
export const REPLICATE_API = 'https://api.replicate.com/v1';

const providers = ['replicate', 'ondevice'] as const;
/** `owner/name`, with `:<version>` for an unofficial model. */
const modelName = z.string().regex(/^[\w.-]+\/[\w.-]+(:[\da-f]{64})?$/, 'is not owner/name');

/** Variables of a service that can use hosted models; see {@link providerOf}. */
export const replicateVariables = z.object({
  STYLING_PROVIDER: z.enum(providers).optional(),
  REPLICATE_API_TOKEN: z.string().optional(),
  REPLICATE_BASE_URL: z.url().default(REPLICATE_API),
  REPLICATE_MODEL_IMAGE: modelName.default(NANO_BANANA_2),
  REPLICATE_MODEL_IMAGE_FALLBACK: modelName.default(SEEDREAM_4_5),
  REPLICATE_MODEL_TEXT: modelName.default(GPT_5_STRUCTURED),
  REPLICATE_MODEL_TEXT_FALLBACK: modelName.default(GEMINI_3_FLASH),
  /** Concurrent requests per process; the models run elsewhere. */
  REPLICATE_CONCURRENCY: positiveInteger.default(16),
  /** Whether the embedded detectors check selfies before a paid model gets them. */
  SELFIE_CHECK: z.enum(['ondevice', 'off']).default('ondevice'),
  /** How models get their pictures: by presigned URLs of the object store, or by the vendor's Files API. */
  REPLICATE_INPUTS: z.enum(['presigned', 'upload']).optional(),
});
export type ReplicateConfig = Readonly<z.output<typeof replicateVariables>>;

/**
 * The configured provider: STYLING_PROVIDER if set, else `replicate` if there is a token, else `ondevice`.
 *
 * @throws ConfigError for `replicate` without a token
 */
export function providerOf({
  STYLING_PROVIDER,
  REPLICATE_API_TOKEN,
}: Pick<ReplicateConfig, 'STYLING_PROVIDER' | 'REPLICATE_API_TOKEN'>): (typeof providers)[number] {
  const provider = STYLING_PROVIDER ?? (REPLICATE_API_TOKEN === undefined ? 'ondevice' : 'replicate');
  if (provider === 'replicate' && REPLICATE_API_TOKEN === undefined) {
    throw new ConfigError('REPLICATE_API_TOKEN is not set, but STYLING_PROVIDER=replicate requires it');
  }
  return provider;
}
