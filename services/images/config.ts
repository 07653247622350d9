import { databaseVariables, objectStoreVariables, serviceVariables } from '@styling/service';

/** Variables of the images service. */
export const imagesVariables = serviceVariables.extend(databaseVariables.shape).extend(objectStoreVariables.shape);
