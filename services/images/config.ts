import { databaseVariables, objectStoreVariables, serviceVariables } from '@styling/service';

/** Variables of the images service. */
export const variables = serviceVariables.extend(databaseVariables.shape).extend(objectStoreVariables.shape);
