import { capabilityVariables, temporaryImageLifetime } from '@styling/capability';

export const variables = capabilityVariables.extend({ TEMPORARY_IMAGE_TTL_SECONDS: temporaryImageLifetime });
