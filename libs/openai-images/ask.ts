import { type Reply, VendorError } from '@styling/model-api';
import { cancellationOf } from '@styling/service';
import type { Logger } from '@styling/telemetry';
import { afterReply } from './after-reply.ts';
import type { Limits } from './api.ts';

export type AskDependencies = {
  readonly clock: () => Date;
  /** Resolves after `ms`, or early when `signal` is aborted. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** 0 to 1. */
  readonly random: () => number;
  readonly log: Logger;
};

/** How long a server may work, and what stops it. */
export type Patience = { readonly deadline: Date; readonly signal: AbortSignal };

/**
 * Sends a request until the server takes it, and returns the body of its answer. The connection is closed at the deadline and when
 * `signal` is aborted, by which servers notice that nobody waits.
 *
 * @throws VendorError; the cancellation of the request, or the reason of `signal`, when it is aborted
 */
export async function ask(
  { clock, sleep, random, log }: AskDependencies,
  { deadline, signal }: Patience,
  send: (limits: Limits) => Promise<Reply>,
): Promise<unknown> {
  for (let tries = 0; ; tries++) {
    signal.throwIfAborted();
    const timeoutMs = deadline.getTime() - clock().getTime();
    if (timeoutMs <= 0) throw new VendorError('deadline', 'deadline passed before the request');
    const reply = await send({ timeoutMs, signal });
    if (reply.outcome !== 'answered' && signal.aborted) throw cancellationOf(signal) ?? signal.reason;
    const step = afterReply(reply, { now: clock(), deadline, tries, random: random() });
    if (step.next === 'read') return step.body;
    if (step.next === 'fail') throw step.error;
    log.warn({ wait_ms: Math.round(step.afterMs) }, 'model throttled; will retry');
    await sleep(step.afterMs, signal);
  }
}
