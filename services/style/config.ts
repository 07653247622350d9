import { objectStoreVariables, positiveInteger, serviceVariables } from '@styling/service';
import { z } from 'zod';

/** Variables of the style service. */
export const styleVariables = z.object({
  ...serviceVariables.shape,
  ...objectStoreVariables.shape,
  STYLING_PROVIDER: z.enum(['ondevice']).default('ondevice'),
  TEMPORARY_IMAGE_TTL_SECONDS: positiveInteger.default(86_400),
});
