import { flag, objectStoreVariables, serviceVariables } from '@styling/service';
import { z } from 'zod';

/** Variables of the analysis service. */
export const analysisVariables = z.object({
  ...serviceVariables.shape,
  ...objectStoreVariables.shape,
  IMAGE_STORE_URL: z.url(),
  STYLING_PROVIDER: z.enum(['ondevice']).default('ondevice'),
  ALLOW_PRIVATE_URLS: flag,
});
