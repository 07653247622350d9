import { pauseAfter, retryAfterMs } from './retry-schedule.ts';

const DAY_MS = 86_400_000;
/** After so long without a success an endpoint is disabled, in ms … */
const FAILING_FOR_MS = 5 * DAY_MS;
/** … if so many attempts were made meanwhile: one event, and a second five days later, are no proof. */
const FAILED_ATTEMPTS = 10;
const GONE = 410;

/** How an attempt ended: with a response, or why without. */
export type Outcome = {
  /** HTTP status of the response; null without one. */
  readonly status: number | null;
  /** Why there was no response; null with one. */
  readonly failure: string | null;
  readonly retryAfter?: string | undefined;
};

/** What is known of endpoint and delivery when an attempt ends. */
export type Attempted = {
  /** Number of this attempt, from 1, since the delivery was scheduled. */
  readonly attempt: number;
  /** How long ago the endpoint failed first since its last success, in ms; 0 if it has not. */
  readonly failingForMs: number;
  /** Failed attempts since then. */
  readonly failures: number;
};

/** What follows from an attempt. */
export type Settlement = {
  readonly delivery:
    | { readonly status: 'succeeded' | 'failed' }
    | { readonly status: 'pending'; readonly pauseMs: number };
  /** Why the endpoint is disabled now; null if it is not. */
  readonly disabled: 'gone' | 'failing' | null;
};

/** Whether the receiver took the event: any 2xx, nothing else. */
export const isSuccess = ({ status }: Outcome): boolean => status !== null && status >= 200 && status < 300;

/** Decides what follows from an attempt that ended at `now`, with which a date in `Retry-After` is compared. @param random 0 to 1 */
export function settleAttempt(outcome: Outcome, attempted: Attempted, now: Date, random: number): Settlement {
  if (isSuccess(outcome)) return { delivery: { status: 'succeeded' }, disabled: null };
  if (outcome.status === GONE) return { delivery: { status: 'failed' }, disabled: 'gone' };
  if (attempted.failingForMs >= FAILING_FOR_MS && attempted.failures + 1 >= FAILED_ATTEMPTS) {
    return { delivery: { status: 'failed' }, disabled: 'failing' };
  }
  const pauseMs = pauseAfter(attempted.attempt, retryAfterMs(outcome.retryAfter, now), random);
  if (pauseMs === null) return { delivery: { status: 'failed' }, disabled: null };
  return { delivery: { status: 'pending', pauseMs }, disabled: null };
}
