import {
  databaseVariables,
  objectStoreVariables,
  portVariables,
  positiveInteger,
  serviceVariables,
} from '@styling/service';
import { z } from 'zod';

/** Variables of the gateway. */
export const gatewayVariables = z.object({
  ...serviceVariables.shape,
  ...databaseVariables.shape,
  ...objectStoreVariables.shape,
  ...portVariables.shape,
  IMAGE_STORE_URL: z.url(),
  DAILY_LIMIT: positiveInteger.default(20),
  REQUEST_TIMEOUT_SECONDS: positiveInteger.default(120),
});
