import {
  databaseVariables,
  objectStoreVariables,
  portVariables,
  positiveInteger,
  serviceVariables,
} from '@styling/service';
import { z } from 'zod';
import { defaultLimits } from './capacity.ts';

const MEBIBYTE = 1024 * 1024;

/** Variables of the gateway. */
export const gatewayVariables = z.object({
  ...serviceVariables.shape,
  ...databaseVariables.shape,
  ...objectStoreVariables.shape,
  ...portVariables.shape,
  IMAGE_STORE_URL: z.url(),
  DAILY_LIMIT: positiveInteger.default(20),
  REQUEST_TIMEOUT_SECONDS: positiveInteger.default(120),
  /** See `GatewayLimits`. */
  MAX_REQUESTS: positiveInteger.default(defaultLimits.requests),
  MAX_BODY_MB: positiveInteger.min(20).default(defaultLimits.bodyBytes / MEBIBYTE),
});
