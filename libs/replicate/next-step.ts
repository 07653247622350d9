import {
  clampDelay,
  failStep as fail,
  isBeyond,
  type Reply,
  type Situation as ReplySituation,
  retryAfterMs,
  type VendorError,
} from '@styling/model-api';
import { backoff } from '@styling/service';
import { type CreatedReply, createdReply, type PredictionReply, predictionReply } from './prediction.ts';
import { readFailure } from './read-failure.ts';

/** The state of a prediction when a reply arrives. */
export type Situation = ReplySituation & {
  /** Looks before this one, without another reply in between, that were answered 401 to 404. */
  readonly rejected: number;
};

/** What to do next; delays in ms. */
export type CreateStep =
  | { readonly next: 'created'; readonly reply: CreatedReply }
  | { readonly next: 'create'; readonly afterMs: number }
  | { readonly next: 'fail'; readonly error: VendorError };
export type PollStep =
  | { readonly next: 'done'; readonly reply: PredictionReply }
  | { readonly next: 'poll'; readonly afterMs: number; readonly reply?: PredictionReply; readonly isRejected?: boolean }
  /** The deadline has passed: cancel the prediction. */
  | { readonly next: 'cancel' }
  /** Without a reply the prediction may still be running. */
  | { readonly next: 'fail'; readonly error: VendorError; readonly reply?: PredictionReply };

const THROTTLE = { baseMs: 1_000, limitMs: 15_000 };
const POLL = { baseMs: 600, growth: 1.25, limitMs: 2_500 };
const FAULT = { baseMs: 500, limitMs: 5_000 };
/** Looks at a prediction that may be rejected before it is given up: one may be a mistake of a proxy or a replica. */
const MAX_REJECTED = 3;
const DENIED: ReadonlySet<number> = new Set([401, 402, 403]);

/**
 * Decides what follows the reply to a create. Only a 429 is retried. After a 503 one more prediction is worth its price: mostly nothing was
 * created, but a gateway that failed later answers it, too.
 */
export function afterCreate(reply: Reply, { now, deadline, tries, random }: Situation): CreateStep {
  if (reply.outcome !== 'answered') {
    const { outcome, cause } = reply;
    if (outcome === 'unsent') return fail('unreachable', 'API unreachable', { retryable: true, cause });
    return fail('ambiguous', 'no response to create', { cause });
  }
  const { status, body, retryAfter } = reply;
  const details = { code: String(status), cause: JSON.stringify(body) };
  if (status >= 200 && status < 300) {
    const parsed = createdReply.safeParse(body);
    if (parsed.success) return { next: 'created', reply: parsed.data };
    return fail('ambiguous', 'unreadable response to create', { code: details.code });
  }
  if (status === 429) {
    const requested = retryAfterMs(retryAfter, body, now);
    // Jitter is only ever added to the requested delay.
    const afterMs = requested === undefined ? wait(tries, THROTTLE, random) : requested + random * THROTTLE.baseMs;
    return isBeyond(afterMs, now, deadline) ? fail('throttled', 'throttled', details) : { next: 'create', afterMs };
  }
  if (status === 503) return fail('unavailable', 'API unavailable', { ...details, retryable: true });
  // A gateway or the API failed after it had received the create.
  if (status >= 500) return fail('ambiguous', 'create failed', details);
  return fail(DENIED.has(status) ? 'denied' : 'invalid', 'create rejected', { ...details, nothingPaid: true });
}

/** Decides what follows the reply to a look (GET), or to a create, whose reply may already be final. */
export function afterPoll(reply: Reply, situation: Situation): PollStep {
  const { now, deadline, tries, rejected, random } = situation;
  const isRejected = reply.outcome === 'answered' && (DENIED.has(reply.status) || reply.status === 404);
  if (isRejected && rejected + 1 >= MAX_REJECTED) {
    const details = { code: String(reply.status), cause: JSON.stringify(reply.body) };
    if (reply.status !== 404) return fail('denied', 'look rejected', details);
    return fail('expired', 'prediction not found', { ...details, retryable: true });
  }
  if (reply.outcome === 'answered' && reply.status < 300) {
    const parsed = predictionReply.safeParse(reply.body);
    if (parsed.success) return afterStatus(parsed.data, situation);
  }
  // Throttled, failed, rejected or unreadable: the prediction keeps running, and looking is free.
  const requested = reply.outcome === 'answered' ? retryAfterMs(reply.retryAfter, reply.body, now) : undefined;
  const afterMs = clampDelay(requested ?? wait(tries, FAULT, random), FAULT.baseMs, FAULT.limitMs);
  const step = pollAgain(afterMs, now, deadline);
  return isRejected && step.next === 'poll' ? { ...step, isRejected } : step;
}

/** Decides what follows the reply to a cancel at the deadline: the prediction may have finished just before. */
export function afterCancel(reply: Reply, situation: Situation): Extract<PollStep, { next: 'done' | 'fail' }> {
  const step = afterPoll(reply, situation);
  const isEnd = step.next === 'done' || (step.next === 'fail' && step.reply !== undefined);
  return isEnd ? step : fail('deadline', 'not finished in time');
}

function afterStatus(reply: PredictionReply, { now, deadline, tries }: Situation): PollStep {
  const { status, output, data_removed, error } = reply;
  switch (status) {
    case 'succeeded':
      if (!data_removed && output !== null && output !== undefined) return { next: 'done', reply };
      return { ...fail('expired', 'output removed', { retryable: true }), reply };
    case 'failed':
      return { next: 'fail', error: readFailure(error), reply };
    case 'aborted':
      return { ...fail('deadline', 'not started in time'), reply };
    case 'canceled':
      return { ...(now >= deadline ? fail('deadline', 'not finished in time') : fail('failed', 'cancelled')), reply };
    default:
      return pollAgain(Math.min(POLL.limitMs, POLL.baseMs * POLL.growth ** Math.min(tries, 20)), now, deadline, reply);
  }
}

/** The last look is at the deadline itself. */
function pollAgain(afterMs: number, now: Date, deadline: Date, reply?: PredictionReply) {
  const left = deadline.getTime() - now.getTime();
  if (left <= 0) return { next: 'cancel' } as const;
  return { next: 'poll', afterMs: Math.min(afterMs, left), ...(reply && { reply }) } as const;
}

const wait = (tries: number, { baseMs, limitMs }: { baseMs: number; limitMs: number }, random: number) =>
  backoff(tries, baseMs, limitMs, random);
