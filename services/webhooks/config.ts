import { databaseVariables, serviceVariables } from '@styling/service';

/** Variables of the webhooks service. */
export const variables = serviceVariables.extend(databaseVariables.shape);
