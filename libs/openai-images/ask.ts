import { type Reply, VendorError } from '@styling/model-api';
import { cancellationOf, ServiceError } from '@styling/service';
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
 * @throws VendorError; when `signal` is aborted, the ServiceError with which the request was cancelled, else `unavailable`, so that
 *   another worker goes on
 */
export async function ask(
  { clock, sleep, random, log }: AskDependencies,
  { deadline, signal }: Patience,
  send: (limits: Limits) => Promise<Reply>,
): Promise<unknown> {
  for (let tries = 0; ; tries++) {
    if (signal.aborted) throw aborted(signal);
    const timeoutMs = deadline.getTime() - clock().getTime();
    if (timeoutMs <= 0) throw new VendorError('deadline', 'deadline passed before the request');
    const reply = await send({ timeoutMs, signal });
    if (reply.outcome !== 'answered' && signal.aborted) throw aborted(signal);
    const step = afterReply(reply, { now: clock(), deadline, tries, random: random() });
    if (step.next === 'read') return step.body;
    if (step.next === 'fail') throw step.error;
    log.warn({ wait_ms: Math.round(step.afterMs) }, 'model throttled; will retry');
    await sleep(step.afterMs, signal);
  }
}

const aborted = (signal: AbortSignal): ServiceError =>
  cancellationOf(signal) ?? new ServiceError('unavailable', {}, { cause: signal.reason });
