import { flag, objectStoreVariables, positiveInteger, serviceVariables } from '@styling/service';
import { z } from 'zod';

/** Variables of the tryon service. */
export const tryOnVariables = z.object({
  ...serviceVariables.shape,
  ...objectStoreVariables.shape,
  IMAGE_STORE_URL: z.url(),
  STYLING_PROVIDER: z.enum(['ondevice']).default('ondevice'),
  TEMPORARY_IMAGE_TTL_SECONDS: positiveInteger.default(86_400),
  ALLOW_PRIVATE_URLS: flag,
});
