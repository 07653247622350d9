import { readModelVariables } from '@styling/projections';
import { objectStoreVariables } from '@styling/service';

export const variables = readModelVariables.extend(objectStoreVariables.shape);
