import { databaseVariables, serviceVariables } from '@styling/service';

/** Variables of the jobs service. */
export const variables = serviceVariables.extend(databaseVariables.shape);
