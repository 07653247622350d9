import { capabilityVariables, pictureVariables, temporaryImageLifetime } from '@styling/capability';
import { credentialVariables } from '@styling/imaging';
import { z } from 'zod';

export const variables = z.object({
  ...capabilityVariables.shape,
  ...pictureVariables.shape,
  ...credentialVariables.shape,
  TEMPORARY_IMAGE_TTL_SECONDS: temporaryImageLifetime,
});
