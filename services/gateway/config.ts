import { limits, MEGABYTE } from '@styling/contracts';
import {
  databaseVariables,
  objectStoreVariables,
  portVariables,
  positiveInteger,
  serviceVariables,
} from '@styling/service';
import { z } from 'zod';
import { defaultLimits } from './http/capacity.ts';

export const configurableLimits = z.object({
  DAILY_LIMIT: positiveInteger
    .default(20)
    .describe('counted requests of a user per day (UTC), unless the user has limits of their own'),
  REQUEST_TIMEOUT_SECONDS: positiveInteger
    .default(120)
    .describe('after which a client gets 504 and may send its next request'),
});

export const portalVariables = z.object({
  PORTAL_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'address of the gateway as browsers see it, without a path: for links to the portal, and where a proxy changes `Host`. With `https:` sessions of the portal work over https only',
    ),
});

export const variables = z.object({
  ...serviceVariables.shape,
  ...databaseVariables.shape,
  ...objectStoreVariables.shape,
  ...portVariables.shape,
  ...configurableLimits.shape,
  IMAGE_STORE_URL: z.url().describe("public address of the bucket's objects"),
  ...portalVariables.shape,
  MAX_REQUESTS: positiveInteger
    .default(defaultLimits.requests)
    .describe('requests in progress in one gateway, of which five sixths may wait for a worker; above that 503'),
  MAX_USER_REQUESTS_PER_SECOND: positiveInteger
    .default(defaultLimits.userPerSecond)
    .describe(
      'free requests of one user in one gateway, on average; a quarter of it for uploads, each MB counting as one more. Further ones wait',
    ),
  // At least for the largest uploads of one user and another's.
  MAX_BODY_MB: positiveInteger
    .min(3 * limits.bodyMegabytes)
    .default(defaultLimits.bodyBytes / MEGABYTE)
    .describe('megabytes of request and response bodies in the memory of one gateway; above that 503'),
  SWEEP_GRACE_SECONDS: positiveInteger
    .default(30)
    .describe('how long after its deadline a request without an outcome is ended'),
  STYLING_DAILY_BUDGET_USD: z.coerce
    .number()
    .positive()
    .optional()
    .describe('what providers may charge in a day (UTC); after that counted requests get 503 `budget_exhausted`'),
  ORPHAN_MARGIN_SECONDS: positiveInteger
    .default(300)
    .describe('inputs and results left over by a crash are deleted this long after the request timeout'),
});

/** The gateway's settings of its variables. `portalUrl`: its address for browsers, where a proxy changes `Host`. */
export const settingsOf = (config: z.output<typeof variables>) => ({
  dailyLimit: config.DAILY_LIMIT,
  /** Time from the arrival of a request to its 504. */
  requestTimeoutMs: config.REQUEST_TIMEOUT_SECONDS * 1000,
  /** Checked twice as often. */
  sweepGraceMs: config.SWEEP_GRACE_SECONDS * 1000,
  /** Checked as often. */
  orphanMarginMs: config.ORPHAN_MARGIN_SECONDS * 1000,
  dailyBudgetUsd: config.STYLING_DAILY_BUDGET_USD,
  /** Public URL of the object store's bucket. */
  imageStoreUrl: config.IMAGE_STORE_URL,
  portalUrl: config.PORTAL_URL,
  limits: {
    ...defaultLimits,
    requests: config.MAX_REQUESTS,
    bodyBytes: config.MAX_BODY_MB * MEGABYTE,
    userPerSecond: config.MAX_USER_REQUESTS_PER_SECOND,
  },
});
