import { positiveInteger } from '@styling/service';
import { z } from 'zod';

/**
 * A job may take minutes, its heartbeats come every third of this. A request that takes every worker with it is given up
 * at its eleventh delivery: at this pace that is before its client is answered 504.
 */
export const DEFAULT_ACK_WAIT_SECONDS = 10;

/** Variables of every capability. */
export const capabilityVariables = z.object({
  /** How long a running job may miss its heartbeats before another worker takes it over. The same in all replicas. */
  ACK_WAIT_SECONDS: positiveInteger.default(DEFAULT_ACK_WAIT_SECONDS),
});
