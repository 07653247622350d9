import { capabilityVariables, temporaryImageLifetime } from '@styling/capability';

/** Variables of the style service. */
export const variables = capabilityVariables.extend({ TEMPORARY_IMAGE_TTL_SECONDS: temporaryImageLifetime });
