import { databaseVariables, serviceVariables } from '@styling/service';

/** Variables of the usage service. */
export const variables = serviceVariables.extend(databaseVariables.shape);
