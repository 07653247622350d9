import { databaseVariables, serviceVariables } from '@styling/service';

/** Variables of the usage service. */
export const usageVariables = serviceVariables.extend(databaseVariables.shape);
