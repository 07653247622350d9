import { ConfigError, positiveInteger } from '@styling/service';
import { z } from 'zod';
import { GEMINI_3_FLASH } from './models/gemini-3-flash.ts';
import { GPT_5_STRUCTURED } from './models/gpt-5-structured.ts';
import { NANO_BANANA_2 } from './models/nano-banana-2.ts';
import { SEEDREAM_4_5 } from './models/seedream-4-5.ts';

/** The vendor's own API. */
export const REPLICATE_API = 'https://api.replicate.com/v1';

const providers = ['replicate', 'ondevice'] as const;
/** `owner/name`, with `:<version>` for one that is not official. */
const modelName = z.string().regex(/^[\w.-]+\/[\w.-]+(:[\da-f]{64})?$/, 'is not owner/name');

/** Variables of a service that can run on hosted models; read them with {@link providerOf}. */
export const replicateVariables = z.object({
  STYLING_PROVIDER: z.enum(providers).optional(),
  REPLICATE_API_TOKEN: z.string().optional(),
  REPLICATE_BASE_URL: z.url().default(REPLICATE_API),
  REPLICATE_MODEL_IMAGE: modelName.default(NANO_BANANA_2),
  REPLICATE_MODEL_IMAGE_FALLBACK: modelName.default(SEEDREAM_4_5),
  REPLICATE_MODEL_TEXT: modelName.default(GPT_5_STRUCTURED),
  REPLICATE_MODEL_TEXT_FALLBACK: modelName.default(GEMINI_3_FLASH),
  /** Requests that a process works on at once: the models run elsewhere. */
  REPLICATE_CONCURRENCY: positiveInteger.default(16),
  /** Whether selfies are looked at by the embedded detectors before a model is paid for them. */
  SELFIE_CHECK: z.enum(['ondevice', 'off']).default('ondevice'),
  /** How models get their pictures: by an address of the object store, or by the vendor's Files API. */
  REPLICATE_INPUTS: z.enum(['presigned', 'upload']).optional(),
});
export type ReplicateConfig = Readonly<z.output<typeof replicateVariables>>;

/**
 * Where the models run: as STYLING_PROVIDER says, else hosted where there is a token.
 *
 * @throws ConfigError when they are to be hosted and there is no token
 */
export function providerOf({
  STYLING_PROVIDER,
  REPLICATE_API_TOKEN,
}: Pick<ReplicateConfig, 'STYLING_PROVIDER' | 'REPLICATE_API_TOKEN'>): (typeof providers)[number] {
  const provider = STYLING_PROVIDER ?? (REPLICATE_API_TOKEN === undefined ? 'ondevice' : 'replicate');
  if (provider === 'replicate' && REPLICATE_API_TOKEN === undefined) {
    throw new ConfigError('REPLICATE_API_TOKEN is not set, and STYLING_PROVIDER=replicate needs it');
  }
  return provider;
}
