import { clampDelay, type Reply, retryAfterMs, VendorError } from '@styling/model-api';
import { backoff } from '@styling/service';
import type { Bounds, ComfyDependencies } from './dependencies.ts';

type Answered = Extract<Reply, { readonly outcome: 'answered' }>;

const TRIES = 3;
const PAUSE = { baseMs: 300, limitMs: 3_000 };

/**
 * Makes a request that may be repeated, in at most three tries and until the deadline.
 *
 * @param what it is, for the error
 * @returns a reply of status 2xx
 * @throws VendorError `unavailable` after a fault of the server or of the connection, `denied`, `invalid` otherwise, `deadline`;
 *   the reason of `signal` when that is aborted
 */
export async function insist(
  { clock, sleep, random, timeoutMs }: ComfyDependencies,
  { deadline, signal }: Bounds,
  what: string,
  request: (options: { timeoutMs: number; signal: AbortSignal }) => Promise<Reply>,
): Promise<Answered> {
  for (let tries = 1; ; tries++) {
    signal.throwIfAborted();
    const left = deadline.getTime() - clock().getTime();
    if (left <= 0) throw new VendorError('deadline', `${what} not done in time`);
    const reply = await request({ timeoutMs: Math.min(timeoutMs, left), signal });
    const status = reply.outcome === 'answered' ? reply.status : undefined;
    if (reply.outcome === 'answered' && reply.status < 300) return reply;
    signal.throwIfAborted();
    const details = reply.outcome === 'answered' ? { code: String(reply.status) } : { cause: reply.cause };
    if (status === 401 || status === 403) throw new VendorError('denied', `${what} denied`, details);
    if (status !== undefined && status < 500 && status !== 429)
      throw new VendorError('invalid', `${what} rejected`, details);
    if (tries === TRIES) throw new VendorError('unavailable', `${what} failed`, details);
    const requested = reply.outcome === 'answered' ? retryAfterMs(reply.retryAfter, reply.body, clock()) : undefined;
    const pause = requested ?? backoff(tries, PAUSE.baseMs, PAUSE.limitMs, random());
    await sleep(Math.min(left, clampDelay(pause, 0, PAUSE.limitMs)), signal);
  }
}
