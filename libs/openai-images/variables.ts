import { positiveInteger } from '@styling/service';
import { z } from 'zod';

/** OpenAI's own API. */
export const OPENAI_API = 'https://api.openai.com/v1';

const httpUrl = z.url({ protocol: /^https?$/ });
const isPaid = z
  .enum(['0', '1', 'true', 'false'])
  .transform((value) => value === '1' || value === 'true')
  .optional();

/** Variables of a service that uses servers of OpenAI's images and chat API. */
export const openAiVariables = z.object({
  /** Of the image editor, with its version: `/images/edits` comes after it. */
  OPENAI_IMAGES_BASE_URL: httpUrl.default(OPENAI_API),
  /** Unset for a server without keys. */
  OPENAI_IMAGES_API_KEY: z.string().optional(),
  /** Default: the only model of the server. */
  OPENAI_IMAGES_MODEL: z.string().optional(),
  /** Default by the kind of server. */
  OPENAI_IMAGES_SIZE: z
    .string()
    .regex(/^(auto|\d{2,4}x\d{2,4})$/, 'is not auto or WIDTHxHEIGHT')
    .optional(),
  /** Most pictures of one order, the selfie among them. */
  OPENAI_IMAGES_MAX_PICTURES: positiveInteger.min(1).max(16).default(4),
  /** Whether a picture costs money: then a request is never repeated where it may have been served. Default by the host. */
  OPENAI_IMAGES_PAID: isPaid,
  /** Of one picture, in US dollars, for the budget of the day. */
  OPENAI_IMAGES_USD: z.coerce.number().positive().optional(),
  /** Concurrent requests per process. */
  OPENAI_IMAGES_CONCURRENCY: positiveInteger.default(4),
  /** Of the language model that reads pictures; default: the same server. */
  OPENAI_CHAT_BASE_URL: httpUrl.optional(),
  /** Default: the same key, if it is the same server. */
  OPENAI_CHAT_API_KEY: z.string().optional(),
  OPENAI_CHAT_MODEL: z.string().optional(),
  OPENAI_CHAT_PAID: isPaid,
});
export type OpenAiConfig = Readonly<z.output<typeof openAiVariables>>;
