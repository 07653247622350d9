import { backoff } from '@styling/service';
import type { Reply } from './call.ts';
import { type PredictionReply, predictionReply } from './prediction.ts';
import { readFailure } from './read-failure.ts';
import { ReplicateError } from './replicate-error.ts';
import { retryAfterMs } from './retry-after.ts';

/** The state of a prediction when a reply arrives. */
export type Situation = {
  readonly now: Date;
  readonly deadline: Date;
  /** Earlier replies of this kind: to creates, or to polls. */
  readonly tries: number;
  /** 0 to 1. */
  readonly random: number;
};

/** What to do next; delays in ms. */
export type CreateStep =
  | { readonly next: 'created'; readonly reply: PredictionReply }
  | { readonly next: 'create'; readonly afterMs: number }
  | { readonly next: 'fail'; readonly error: ReplicateError };
export type PollStep =
  | { readonly next: 'done'; readonly reply: PredictionReply }
  | { readonly next: 'poll'; readonly afterMs: number; readonly reply?: PredictionReply }
  /** The deadline has passed: cancel the prediction. */
  | { readonly next: 'cancel' }
  | { readonly next: 'fail'; readonly error: ReplicateError; readonly reply?: PredictionReply };

const THROTTLE = { baseMs: 1_000, limitMs: 15_000 };
const POLL = { baseMs: 600, growth: 1.25, limitMs: 2_500 };
const FAULT = { baseMs: 500, limitMs: 5_000 };

/**
 * Decides what follows the reply to a create. Only a 429 is retried: no other reply guarantees that nothing was created.
 */
export function afterCreate(reply: Reply, { now, deadline, tries, random }: Situation): CreateStep {
  if (reply.outcome !== 'answered') {
    const { outcome, cause } = reply;
    if (outcome === 'unsent') return fail('unavailable', 'API unreachable', { retryable: true, cause });
    return fail('ambiguous', 'no response to create', { cause });
  }
  const { status, body, retryAfter } = reply;
  const details = { code: String(status), cause: JSON.stringify(body) };
  if (status >= 200 && status < 300) {
    const parsed = predictionReply.safeParse(body);
    if (parsed.success) return { next: 'created', reply: parsed.data };
    return fail('ambiguous', 'unreadable response to create', { cause: parsed.error });
  }
  if (status === 429) {
    const requested = retryAfterMs(retryAfter, body, now);
    // Jitter is only ever added to the requested delay.
    const afterMs = requested === undefined ? wait(tries, THROTTLE, random) : requested + random * THROTTLE.baseMs;
    if (now.getTime() + afterMs >= deadline.getTime()) return fail('throttled', 'throttled', details);
    return { next: 'create', afterMs };
  }
  // The vendor's gateway timed out, but the prediction may have been created.
  if (status === 504) return fail('ambiguous', 'no response to create', details);
  if (status >= 500) return fail('unavailable', 'API unavailable', { ...details, retryable: true });
  return fail('invalid', 'create rejected', details);
}

/** Decides what follows the reply to a poll (GET), or to a create, whose reply may already be final. */
export function afterPoll(reply: Reply, situation: Situation): PollStep {
  const { now, deadline, tries, random } = situation;
  if (reply.outcome === 'answered') {
    const { status, body } = reply;
    const details = { code: String(status), cause: JSON.stringify(body) };
    if (status === 404) return fail('expired', 'prediction not found', { ...details, retryable: true });
    if (status === 401 || status === 402 || status === 403) return fail('invalid', 'poll rejected', details);
    const parsed = predictionReply.safeParse(body);
    if (status < 300 && parsed.success) return afterStatus(parsed.data, situation);
  }
  // Throttled, failed or unreadable: the prediction keeps running, and polling is free.
  const requested = reply.outcome === 'answered' ? retryAfterMs(reply.retryAfter, reply.body, now) : undefined;
  return pollAgain(requested ?? wait(tries, FAULT, random), now, deadline);
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

/** The last poll is at the deadline itself. */
function pollAgain(afterMs: number, now: Date, deadline: Date, reply?: PredictionReply): PollStep {
  const left = deadline.getTime() - now.getTime();
  return left <= 0 ? { next: 'cancel' } : { next: 'poll', afterMs: Math.min(afterMs, left), ...(reply && { reply }) };
}

const wait = (tries: number, { baseMs, limitMs }: { baseMs: number; limitMs: number }, random: number) =>
  backoff(tries, baseMs, limitMs, random);

const fail = (...error: ConstructorParameters<typeof ReplicateError>) =>
  ({ next: 'fail', error: new ReplicateError(...error) }) as const;
