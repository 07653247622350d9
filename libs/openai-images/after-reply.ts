import {
  failStep as fail,
  isBeyond,
  isRefusal,
  type Reply,
  retryAfterMs,
  type Situation,
  type VendorError,
} from '@styling/model-api';
import { backoff } from '@styling/service';

/** What follows a reply. */
export type Step =
  | { readonly next: 'read'; readonly body: unknown }
  | { readonly next: 'ask'; readonly afterMs: number }
  | { readonly next: 'fail'; readonly error: VendorError };

const THROTTLE = { baseMs: 1_000, limitMs: 15_000, leastMs: 250 };
/** Codes of a 429 that no waiting ends. */
const WITHOUT_CREDIT =
  /\b(insufficient_quota|billing_hard_limit_reached|budget_exceeded)\b|exceeded your current quota/i;

/**
 * Decides what follows the reply to a request for a picture or an answer. Only a 429 is asked again: the server made nothing.
 * After a 5xx, or without a reply, it may have: `ambiguous`, or `unavailable` after a 503, after which it mostly has not.
 */
export function afterReply(reply: Reply, { now, deadline, tries, random }: Situation): Step {
  if (reply.outcome !== 'answered') {
    const { outcome, cause } = reply;
    if (outcome === 'unsent') return fail('unreachable', 'server unreachable', { cause });
    if (now >= deadline) return fail('deadline', 'not finished in time', { cause });
    return fail('ambiguous', 'no response', { cause });
  }
  const { status, body, retryAfter } = reply;
  if (status >= 200 && status < 300) {
    return body === undefined ? fail('failed', 'response is not JSON') : { next: 'read', body };
  }
  const text = JSON.stringify(body) ?? '';
  const details = { code: String(status), cause: text };
  const unpaid = { ...details, nothingPaid: true };
  if (status === 429 && !WITHOUT_CREDIT.test(text)) {
    const requested = retryAfterMs(retryAfter, body, now);
    const afterMs =
      requested === undefined
        ? backoff(tries, THROTTLE.baseMs, THROTTLE.limitMs, random)
        : Math.max(THROTTLE.leastMs, requested) + random * THROTTLE.baseMs;
    return isBeyond(afterMs, now, deadline) ? fail('throttled', 'throttled', details) : { next: 'ask', afterMs };
  }
  if ([401, 402, 403, 429].includes(status) && !isRefusal(text)) return fail('denied', 'account rejected', unpaid);
  if (status < 500 && isRefusal(text)) return fail('refused', 'refused by a safety filter', details);
  if (status === 503) return fail('unavailable', 'model not ready', details);
  if (status >= 500) return fail('ambiguous', 'server failed', details);
  return fail('invalid', 'request rejected', unpaid);
}
