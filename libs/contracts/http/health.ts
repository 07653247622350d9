import { z } from 'zod';

/** Response 200 of GET /. */
export const healthResponse = z.object({ status: z.literal('ok'), service: z.string(), version: z.string() });
