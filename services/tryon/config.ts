import { capabilityVariables, pictureVariables } from '@styling/capability';
import { positiveInteger } from '@styling/service';
import { z } from 'zod';

/** Variables of the tryon service. */
export const variables = z.object({
  ...capabilityVariables.shape,
  ...pictureVariables.shape,
  TEMPORARY_IMAGE_TTL_SECONDS: positiveInteger.default(86_400),
});
