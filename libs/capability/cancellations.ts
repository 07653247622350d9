import { readLog } from '@styling/bus';
import { type Capability, type RequestAccepted, subjects } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import type { CapabilityDependencies } from './dependencies.ts';

/** The cancel requests that a process has received, and the work that they concern. */
export type Cancellations = {
  /**
   * Runs `work` with a signal that is aborted with `leaving`, when the request is cancelled, before or meanwhile (its reason is
   * then a ServiceError `canceled`), and at the deadline of a request whose work ends there (`deadline_exceeded`).
   */
  during<T>(
    request: RequestAccepted['data'],
    leaving: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T>;
  stop(): Promise<void>;
};

/**
 * Follows the cancel requests of a capability in the log, from `lookBackMs` ago on: longer than any request takes, so that a
 * worker that takes one over knows what was asked before it started.
 */
export function followCancellations(
  { bus, clock, log }: CapabilityDependencies,
  capability: Capability,
  lookBackMs: number,
): Cancellations {
  /** When each cancel was asked for, in ms, the oldest first. */
  const asked = new Map<string, number>();
  const running = new Map<string, Set<AbortController>>();
  const stopping = new AbortController();

  const hear = (requestId: string, at: number) => {
    asked.set(requestId, at);
    for (const controller of running.get(requestId) ?? []) controller.abort(new ServiceError('canceled'));
    for (const [old, time] of asked) {
      if (time >= clock().getTime() - lookBackMs) break;
      asked.delete(old);
    }
  };
  const since = () => new Date(clock().getTime() - lookBackMs);
  const options = { name: `${capability}-cancellations`, filter: subjects.cancelRequests(capability), since, log };
  const following = (async () => {
    for await (const batch of readLog(bus, { ...options, after: 0, signal: stopping.signal })) {
      for (const { event } of batch) {
        if (event?.type === 'request.cancel_requested') hear(event.data.request_id, Date.parse(event.time));
      }
    }
  })();
  following.catch((error) => log.error({ err: error }, 'reading cancel requests failed'));

  return {
    async during(request, leaving, work) {
      const { request_id, deadline, cancel_at_deadline } = request;
      const controller = new AbortController();
      const others = running.get(request_id) ?? new Set();
      running.set(request_id, others.add(controller));
      if (asked.has(request_id)) controller.abort(new ServiceError('canceled'));
      const expire = () => controller.abort(new ServiceError('deadline_exceeded'));
      const left = Math.max(0, Date.parse(deadline) - clock().getTime());
      const timer = cancel_at_deadline ? setTimeout(expire, left) : undefined;
      try {
        return await work(AbortSignal.any([leaving, controller.signal]));
      } finally {
        clearTimeout(timer);
        others.delete(controller);
        if (others.size === 0) running.delete(request_id);
      }
    },
    async stop() {
      stopping.abort();
      await following.catch(() => undefined);
    },
  };
}
