import { capabilityVariables, temporaryImageLifetime } from '@styling/capability';
import { credentialVariables } from '@styling/imaging';

export const variables = capabilityVariables.extend({
  ...credentialVariables.shape,
  TEMPORARY_IMAGE_TTL_SECONDS: temporaryImageLifetime,
});
