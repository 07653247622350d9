import {
  databaseVariables,
  objectStoreVariables,
  portVariables,
  positiveInteger,
  serviceVariables,
} from '@styling/service';
import { z } from 'zod';
import { defaultLimits } from './http/capacity.ts';

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
  /** How long after its deadline a request without a terminal event is ended; a worker may be just about to say it. */
  SWEEP_GRACE_SECONDS: positiveInteger.default(30),
  /** How much older than a request can be an input or result is deleted that belongs to none. */
  REMNANT_MARGIN_SECONDS: positiveInteger.default(300),
});
