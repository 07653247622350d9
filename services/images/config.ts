import { readModelVariables } from '@styling/projections';
import { objectStoreVariables } from '@styling/service';

/** Variables of the images service. */
export const variables = readModelVariables.extend(objectStoreVariables.shape);
