import { capabilityVariables } from '@styling/capability';
import { positiveInteger } from '@styling/service';

/** Variables of the style service. */
export const variables = capabilityVariables.extend({ TEMPORARY_IMAGE_TTL_SECONDS: positiveInteger.default(86_400) });
