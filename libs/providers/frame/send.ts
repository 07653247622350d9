import { backoff } from '@styling/service';
import { z } from 'zod';
import { MAX_TIMER_MS, type Reply } from './attempt.ts';
import type { ModelWork, Pausing } from './models.ts';
import { isRefusal, VendorError } from './vendor-error.ts';

export type Answered = Extract<Reply, { readonly outcome: 'answered' }>;

export type CallRules = {
  readonly what: string;
  /** Repeated after a 429, which did nothing; `busy`: also a 503; `fault`: any 5xx or no reply (twice is harmless). */
  readonly repeats: 'throttled' | 'busy' | 'fault';
  /** Default: as many as fit before the deadline. */
  readonly tries?: number;
  /** Whether an abort ends the request: not where its reply has to be known. */
  readonly isAbortable: boolean;
  readonly timeoutMs?: number;
  /** Whether a rejection may be that of a safety filter. */
  readonly isFiltered?: boolean;
  /** The vendor's code in the body of a rejection; default the status. */
  readonly codeOf?: (body: unknown) => string | undefined;
};

type Step =
  | { readonly next: 'done'; readonly reply: Answered }
  | { readonly next: 'again'; readonly afterMs: number }
  | { readonly next: 'fail'; readonly error: VendorError };

const PAUSE = { baseMs: 1_000, limitMs: 15_000, leastMs: 250 };
/** Least time limit of a request just before the deadline. */
const LAST_TIMEOUT_MS = 1_000;
/** Codes of a 429 that no waiting ends. */
const WITHOUT_CREDIT =
  /\b(insufficient_quota|billing_hard_limit_reached|budget_exceeded|OutOfCredits)\b|exceeded your current quota/i;

/**
 * Sends a request until the vendor takes it, as `rules` allow, and returns a 2xx. No pause ends beyond the deadline.
 * @throws VendorError see {@link afterReply}, `deadline` if nothing was sent; the reason of an aborted signal
 */
export async function send(
  { clock, sleep, random, log }: Pausing,
  { deadline, signal }: Pick<ModelWork, 'deadline' | 'signal'>,
  rules: CallRules,
  request: (options: { readonly timeoutMs: number; readonly signal?: AbortSignal }) => Promise<Reply>,
  onRepeat?: () => Promise<void>,
): Promise<Answered> {
  const { what, isAbortable, timeoutMs: limitMs = MAX_TIMER_MS } = rules;
  for (let tries = 1; ; tries++) {
    signal.throwIfAborted();
    const left = deadline.getTime() - clock().getTime();
    if (left <= 0) throw new VendorError('deadline', `deadline passed before ${what}`);
    const timeoutMs = Math.min(Math.max(left, LAST_TIMEOUT_MS), limitMs);
    const reply = await request({ timeoutMs, ...(isAbortable && { signal }) });
    if (isAbortable && reply.outcome !== 'answered') signal.throwIfAborted();
    const step = afterReply(reply, rules, { now: clock(), deadline, tries, random: random() });
    if (step.next === 'done') return step.reply;
    if (step.next === 'fail') throw step.error;
    await onRepeat?.();
    log.warn({ wait_ms: Math.round(step.afterMs) }, `${what} failed; will retry`);
    await sleep(step.afterMs, signal);
  }
}

/**
 * The one rule of retries; `tries` counts from 1. Fails as `unreachable`: never sent; `ambiguous`: no reply, or a 5xx;
 * `deadline`: awaited beyond it; `unavailable`: a 503, or a fault after the last try; `throttled`; `denied` (401, 402,
 * 403, no credit); `refused`: by a filter; else `invalid`.
 */
export function afterReply(
  reply: Reply,
  { what, repeats, tries: most = Number.POSITIVE_INFINITY, isFiltered, codeOf }: CallRules,
  { now, deadline, tries, random }: { now: Date; deadline: Date; tries: number; random: number },
): Step {
  const fail = (...error: ConstructorParameters<typeof VendorError>): Step => ({
    next: 'fail',
    error: new VendorError(...error),
  });
  const again = (failure: Step, requested?: number): Step => {
    const own = backoff(tries - 1, PAUSE.baseMs, PAUSE.limitMs, random);
    const afterMs = requested === undefined ? own : Math.max(PAUSE.leastMs, requested) + random * PAUSE.baseMs;
    const isLast = tries >= most || now.getTime() + afterMs >= deadline.getTime();
    return isLast ? failure : { next: 'again', afterMs };
  };
  if (reply.outcome !== 'answered') {
    const { outcome, cause } = reply;
    if (repeats === 'fault') return again(fail('unavailable', `${what} failed`, { cause, nothingPaid: true }));
    if (outcome === 'unsent') return fail('unreachable', 'server unreachable', { cause });
    if (now >= deadline) return fail('deadline', 'not finished in time', { cause });
    return fail('ambiguous', `no response to ${what}`, { cause });
  }
  const { status, body, retryAfter } = reply;
  if (status >= 200 && status < 300) return { next: 'done', reply };
  const text = JSON.stringify(body) ?? '';
  const details = { code: codeOf?.(body) ?? String(status), cause: text };
  const unpaid = { ...details, nothingPaid: true };
  const requested = retryAfterMs(retryAfter, body, now);
  // Google says of a quota by the minute what others say of an empty account, but also when to come back.
  if (status === 429 && (!WITHOUT_CREDIT.test(text) || text.includes('google.rpc.RetryInfo'))) {
    return again(fail('throttled', `${what} throttled`, details), requested);
  }
  const isRefused = isFiltered && isRefusal(text);
  if ([401, 402, 403, 429].includes(status) && !isRefused) return fail('denied', `${what} denied`, unpaid);
  if (status < 500)
    return isRefused
      ? fail('refused', 'refused by a safety filter', details)
      : fail('invalid', `${what} rejected`, unpaid);
  if (repeats === 'fault') return again(fail('unavailable', `${what} failed`, unpaid), requested);
  if (status !== 503) return fail('ambiguous', `${what} failed`, details);
  // Mostly nothing was done, but a proxy that failed later answers it, too.
  const unavailable = fail('unavailable', `${what} not possible now`, details);
  return repeats === 'busy' ? again(unavailable, requested) : unavailable;
}

/** Also `google.rpc.RetryInfo`, as `34.5s`. */
const retryDelay = z.object({ retryDelay: z.string().regex(/^\d+(\.\d+)?s$/) });
const throttledBody = z.object({
  retry_after: z.number().nonnegative().optional().catch(undefined),
  detail: z.string().catch(''),
  error: z
    .object({ details: z.array(z.unknown()) })
    .optional()
    .catch(undefined),
});

/** The delay asked for, in ms: `Retry-After` (RFC 9110 section 10.2.3), else the body's `retry_after` or `detail`. */
export function retryAfterMs(header: string | undefined, body: unknown, now: Date): number | undefined {
  const date = Date.parse(header ?? '');
  const { retry_after, detail = '', error } = throttledBody.safeParse(body).data ?? {};
  const [delay] = (error?.details ?? []).flatMap((one) => retryDelay.safeParse(one).data?.retryDelay ?? []);
  let seconds = retry_after ?? delay?.slice(0, -1) ?? /resets in ~?(\d+(?:\.\d+)?)\s*s/i.exec(detail)?.[1];
  if (/^\s*\d+\s*$/.test(header ?? '')) seconds = header;
  else if (!Number.isNaN(date)) seconds = Math.max(0, date - now.getTime()) / 1000;
  return seconds === undefined ? undefined : Math.min(Number(seconds) * 1000, MAX_TIMER_MS);
}
