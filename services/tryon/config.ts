import { capabilityVariables, pictureVariables, temporaryImageLifetime } from '@styling/capability';
import { z } from 'zod';

export const variables = z.object({
  ...capabilityVariables.shape,
  ...pictureVariables.shape,
  TEMPORARY_IMAGE_TTL_SECONDS: temporaryImageLifetime,
});
