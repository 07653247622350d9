import { positiveInteger } from '@styling/service';
import { z } from 'zod';

const httpUrl = z.url({ protocol: /^https?$/ });
const isPaid = z
  .enum(['0', '1', 'true', 'false'])
  .transform((value) => value === '1' || value === 'true')
  .optional();

export const openAiVariables = z.object({
  OPENAI_IMAGES_BASE_URL: httpUrl.default('https://api.openai.com/v1').describe('where `/images/edits` is'),
  OPENAI_IMAGES_API_KEY: z.string().optional().describe('sent to that host only'),
  OPENAI_IMAGES_MODEL: z.string().optional().describe("default: the server's only model"),
  OPENAI_IMAGES_SIZE: z
    .string()
    .regex(/^(auto|\d{2,4}x\d{2,4})$/, 'is not auto or WIDTHxHEIGHT')
    .optional()
    .describe('default: OpenAI `1024x1536`, vLLM and SGLang a megapixel of the aspect of the selfie, else `auto`'),
  OPENAI_IMAGES_MAX_PICTURES: positiveInteger
    .min(1)
    .max(16)
    .default(4)
    .describe(
      'most pictures of one order, the selfie among them; OpenAI takes 16. An order with more is made in passes',
    ),
  OPENAI_IMAGES_PAID: isPaid.describe(
    'whether a picture costs money: then a request that may have been served is repeated only once, after a 503. Default by the host: public is paid',
  ),
  OPENAI_IMAGES_USD: z.coerce
    .number()
    .positive()
    .optional()
    .describe('price of one picture, for `STYLING_DAILY_BUDGET_USD`'),
  OPENAI_IMAGES_CONCURRENCY: positiveInteger.default(4).describe('concurrent requests of each worker'),
  OPENAI_CHAT_BASE_URL: httpUrl
    .optional()
    .describe('where `/chat/completions` is, of a model that reads pictures; default: that of the images'),
  OPENAI_CHAT_API_KEY: z.string().optional().describe('default: that of the images, on the same host'),
  OPENAI_CHAT_MODEL: z.string().optional().describe("default: the server's only model"),
  OPENAI_CHAT_PAID: isPaid.describe('the same for answers'),
});
export type OpenAiConfig = Readonly<z.output<typeof openAiVariables>>;
