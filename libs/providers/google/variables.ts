import { positiveInteger } from '@styling/service';
import { z } from 'zod';

export const googleVariables = z.object({
  GOOGLE_API_KEY: z.string().describe('key of the Gemini API'),
  GOOGLE_BASE_URL: z
    .url()
    .default('https://generativelanguage.googleapis.com/v1beta')
    .describe('address of the Gemini API'),
  GOOGLE_MODEL_IMAGE: z
    .string()
    .regex(/^gemini-[\w.-]*(image|banana)[\w.-]*$/, 'is no Gemini model that makes pictures')
    .default('gemini-3.1-flash-image-preview')
    .describe('model of pictures'),
  GOOGLE_MODEL_TEXT: z.string().default('gemini-3.8-flash').describe('model of advice and analysis'),
  GOOGLE_IMAGE_USD: z.coerce
    .number()
    .positive()
    .optional()
    .describe('price of one picture, for `STYLING_DAILY_BUDGET_USD`'),
  GOOGLE_CONCURRENCY: positiveInteger.default(8).describe('concurrent requests of each worker'),
});
export type GoogleConfig = Readonly<z.output<typeof googleVariables>>;
