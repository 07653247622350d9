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

/** Limits of the API that an operator may configure, with their defaults. */
export const configurableLimits = z.object({
  /** Requests of a user per day. */
  DAILY_LIMIT: positiveInteger.default(20),
  REQUEST_TIMEOUT_SECONDS: positiveInteger.default(120),
});

/** Variables of processes that need the address under which browsers reach the gateway. */
export const portalVariables = z.object({
  /** Without a path, e.g. `https://styling.example.com`. */
  PORTAL_URL: z.url({ protocol: /^https?$/ }).optional(),
});

/** Variables of the gateway. */
export const variables = z.object({
  ...serviceVariables.shape,
  ...databaseVariables.shape,
  ...objectStoreVariables.shape,
  ...portVariables.shape,
  ...configurableLimits.shape,
  IMAGE_STORE_URL: z.url(),
  ...portalVariables.shape,
  /** See `GatewayLimits`. */
  MAX_REQUESTS: positiveInteger.default(defaultLimits.requests),
  MAX_USER_REQUESTS_PER_SECOND: positiveInteger.default(defaultLimits.userPerSecond),
  /** At least for the largest uploads of one user and another's. */
  MAX_BODY_MB: positiveInteger.min(3 * limits.bodyMegabytes).default(defaultLimits.bodyBytes / MEGABYTE),
  /** How long after its deadline a request without a terminal event is ended; its worker may be about to publish one. */
  SWEEP_GRACE_SECONDS: positiveInteger.default(30),
  /** What providers may charge in a day (UTC) before requests are refused, US dollars. */
  STYLING_DAILY_BUDGET_USD: z.coerce.number().positive().optional(),
  /** Orphaned inputs and results are deleted when they are older than a request can be by this much. */
  ORPHAN_MARGIN_SECONDS: positiveInteger.default(300),
});

/** The gateway's settings of its variables. */
export const settingsOf = (config: z.output<typeof variables>) => ({
  dailyLimit: config.DAILY_LIMIT,
  /** From the arrival of a request to its 504. */
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
    requests: config.MAX_REQUESTS,
    bodyBytes: config.MAX_BODY_MB * MEGABYTE,
    userPerSecond: config.MAX_USER_REQUESTS_PER_SECOND,
  },
});
