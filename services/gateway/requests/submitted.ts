import type { StoredJob } from '@styling/contracts';
import type { DayUsed } from '../admission/admission.ts';
import type { Expectation } from './completions.ts';

/**
 * A request that the log has; one that an earlier request with the same key has answered; or, if the client prefers an asynchronous
 * answer, one that is an earlier request which is running.
 */
export type Submitted =
  | { readonly is: 'accepted'; readonly expectation: Expectation; readonly job: StoredJob }
  | { readonly is: 'replay' }
  | (DayUsed & { readonly is: 'running'; readonly request_id: string });
