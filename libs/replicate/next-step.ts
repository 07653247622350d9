import type { Reply } from './call.ts';
import { type PredictionReply, predictionReply } from './prediction.ts';
import { readFailure } from './read-failure.ts';
import { ReplicateError } from './replicate-error.ts';
import { retryAfterMs } from './retry-after.ts';

/** Where a prediction stands when a reply comes in. */
export type Situation = {
  readonly now: Date;
  readonly deadline: Date;
  /** Replies of this kind that came before: to creates, or to looks. */
  readonly tries: number;
  /** 0 to 1. */
  readonly random: number;
};

/** What to do next; waiting times in ms. */
export type CreateStep =
  | { readonly next: 'created'; readonly reply: PredictionReply }
  | { readonly next: 'create'; readonly afterMs: number }
  | { readonly next: 'fail'; readonly error: ReplicateError };
export type LookStep =
  | { readonly next: 'done'; readonly reply: PredictionReply }
  | { readonly next: 'look'; readonly afterMs: number }
  /** Out of time: the prediction is to be cancelled. */
  | { readonly next: 'cancel' }
  | { readonly next: 'fail'; readonly error: ReplicateError; readonly reply?: PredictionReply };

const THROTTLE = { baseMs: 1_000, limitMs: 15_000 };
const LOOK = { baseMs: 600, growth: 1.25, limitMs: 2_500 };
const FAULT = { baseMs: 500, limitMs: 5_000 };

/**
 * What the reply to a create means. Only a 429 is followed by another create: it alone says for certain that nothing
 * was created, and when to come back.
 */
export function afterCreate(reply: Reply, { now, deadline, tries, random }: Situation): CreateStep {
  if (reply.outcome === 'unsent') {
    return fail('unavailable', 'not reached', { retryable: true, cause: reply.cause });
  }
  if (reply.outcome === 'lost') return fail('ambiguous', 'no answer to a create', { cause: reply.cause });
  const { status, body, retryAfter } = reply;
  const details = { code: String(status), cause: JSON.stringify(body) };
  if (status >= 200 && status < 300) {
    const parsed = predictionReply.safeParse(body);
    if (parsed.success) return { next: 'created', reply: parsed.data };
    return fail('ambiguous', 'an unreadable answer to a create', { cause: parsed.error });
  }
  if (status === 429) {
    const told = retryAfterMs(retryAfter, body, now);
    // Never earlier than told, and not all at the same moment.
    const afterMs = told === undefined ? backoff(tries, THROTTLE, random) : told + random * THROTTLE.baseMs;
    if (now.getTime() + afterMs >= deadline.getTime()) return fail('throttled', 'throttled', details);
    return { next: 'create', afterMs };
  }
  // The gateway gave up waiting for what may still have happened.
  if (status === 504) return fail('ambiguous', 'no answer to a create', details);
  if (status >= 500) return fail('unavailable', 'not available', { ...details, retryable: true });
  return fail('invalid', 'not accepted', details);
}

/** What the reply to a look (GET) at a prediction means, or a create's own reply that may say the end already. */
export function afterLook(reply: Reply, situation: Situation): LookStep {
  const { now, deadline, tries, random } = situation;
  if (reply.outcome === 'answered') {
    const { status, body } = reply;
    const details = { code: String(status), cause: JSON.stringify(body) };
    if (status === 404) return fail('expired', 'prediction no longer known', { ...details, retryable: true });
    if (status === 401 || status === 402 || status === 403) return fail('invalid', 'not allowed to look', details);
    const parsed = predictionReply.safeParse(body);
    if (status < 300 && parsed.success) return afterStatus(parsed.data, situation);
  }
  // Throttled, broken or unreadable: the prediction goes on meanwhile, and looking costs nothing.
  const told = reply.outcome === 'answered' ? retryAfterMs(reply.retryAfter, reply.body, now) : undefined;
  return lookAgain(told ?? backoff(tries, FAULT, random), now, deadline);
}

/** What the reply to a cancel at the deadline means: it may have ended just before, and well. */
export function afterCancel(reply: Reply, situation: Situation): Extract<LookStep, { next: 'done' | 'fail' }> {
  const step = afterLook(reply, situation);
  const isEnd = step.next === 'done' || (step.next === 'fail' && step.reply !== undefined);
  return isEnd ? step : fail('deadline', 'not done in time');
}

function afterStatus(reply: PredictionReply, { now, deadline, tries }: Situation): LookStep {
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
      return { ...(now >= deadline ? fail('deadline', 'not done in time') : fail('failed', 'cancelled')), reply };
    default:
      return lookAgain(Math.min(LOOK.limitMs, LOOK.baseMs * LOOK.growth ** Math.min(tries, 20)), now, deadline);
  }
}

/** The last look is at the deadline itself. */
function lookAgain(afterMs: number, now: Date, deadline: Date): LookStep {
  const left = deadline.getTime() - now.getTime();
  return left <= 0 ? { next: 'cancel' } : { next: 'look', afterMs: Math.min(afterMs, left) };
}

/** Doubles from `baseMs` to `limitMs`; `random` takes away up to half. */
const backoff = (tries: number, { baseMs, limitMs }: { baseMs: number; limitMs: number }, random: number) =>
  Math.min(limitMs, baseMs * 2 ** Math.min(tries, 20)) * (1 - random / 2);

const fail = (...error: ConstructorParameters<typeof ReplicateError>) =>
  ({ next: 'fail', error: new ReplicateError(...error) }) as const;
