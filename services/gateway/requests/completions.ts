import { type Bus, endOfLog, LOG_START, readLog, UnrecognisedLogError } from '@styling/bus';
import { EVENTS_STREAM, type RequestCompleted, subjects } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import type { Logger } from '@styling/telemetry';
import { PUBLISH_TIMEOUT_MS } from '../dependencies.ts';

/** `cancel` ends it without an outcome. */
export type Expectation = { readonly outcome: Promise<RequestCompleted>; cancel(): void };

/** A request whose deadline has passed; `isCanceled`: a late worker is to delete what it made. */
export type Overdue = { readonly request_id: string; readonly isCanceled?: boolean };

/** Waits for terminal events. @param end publishes one at a deadline, unless the log has one; never rejects */
export function createCompletions(clock: () => Date, end: (overdue: Overdue) => Promise<void>) {
  const waiting = new Map<string, { settle: (event: RequestCompleted) => void; timer: NodeJS.Timeout }>();
  const forget = (requestId: string) => {
    const entry = waiting.get(requestId);
    clearTimeout(entry?.timer);
    waiting.delete(requestId);
    return entry;
  };
  return {
    /**
     * Call it before the request is published, or its completion may be missed. At the deadline the request is ended,
     * and the wait goes on for the first ending in the log; soon without one it fails: `deadline_exceeded`.
     * @param isCanceled whether its work is cancelled at the deadline
     */
    expect(requestId: string, deadline: Date, isCanceled = false): Expectation {
      const { promise, resolve, reject } = Promise.withResolvers<RequestCompleted>();
      // The request may have stopped waiting before the deadline.
      promise.catch(() => {});
      // A client waits so long beyond the deadline for its request to be ended, so that its next one is not refused.
      const giveUp = () => {
        waiting.delete(requestId);
        reject(new ServiceError('deadline_exceeded'));
      };
      const expire = () => {
        waiting.set(requestId, { settle: resolve, timer: setTimeout(giveUp, PUBLISH_TIMEOUT_MS) });
        void end({ request_id: requestId, isCanceled });
      };
      const timer = setTimeout(expire, Math.max(0, deadline.getTime() - clock().getTime()));
      waiting.set(requestId, { settle: resolve, timer });
      return { outcome: promise, cancel: () => void forget(requestId) };
    },
    settle: (event: RequestCompleted): void => forget(event.data.request_id)?.settle(event),
  };
}

/**
 * Reads the completions of the gateway process `name` from now on. In a log that is not recognised it begins anew;
 * requests whose completions are lost end by their deadline.
 * @returns once begun, a promise that ends with the reading: unless `stopping`, the process cannot go on
 */
export async function listenForCompletions(
  bus: Bus,
  name: string,
  completions: ReturnType<typeof createCompletions>,
  log: Logger,
  stopping: AbortSignal,
): Promise<{ readonly ended: Promise<void> }> {
  // A new name: nothing was published to it before.
  let from = await endOfLog(bus, EVENTS_STREAM);
  const listen = async () => {
    for (;;) {
      const { seq: after, id: lastId } = from;
      const options = { name, filter: subjects.completedFor(name), after, lastId, signal: stopping, log };
      try {
        for await (const batch of readLog(bus, options)) {
          for (const { event } of batch) if (event?.type === 'request.completed') completions.settle(event);
        }
        return;
      } catch (error) {
        if (!(error instanceof UnrecognisedLogError)) throw error;
        log.error({ err: error }, 'log not recognised; restarting completion listener at its beginning');
        from = LOG_START;
      }
    }
  };
  const ended = listen();
  ended.catch(() => undefined);
  return { ended };
}
