import { positiveInteger } from '@styling/service';
import { z } from 'zod';

export const fashnVariables = z.object({
  FASHN_API_KEY: z.string().describe('key of the account'),
  FASHN_BASE_URL: z.url().default('https://api.fashn.ai').describe('address of the API'),
  FASHN_MODEL: z
    .enum(['tryon-v1.6', 'tryon-max'])
    .default('tryon-v1.6')
    .describe('`tryon-max` costs two to five credits and takes up to two minutes'),
  FASHN_USD_PER_CREDIT: z.coerce
    .number()
    .positive()
    .optional()
    .describe('price of a credit on your plan, for `STYLING_DAILY_BUDGET_USD`'),
  FASHN_CONCURRENCY: positiveInteger.default(6).describe('concurrent requests of each worker'),
});
export type FashnConfig = Readonly<z.output<typeof fashnVariables>>;
