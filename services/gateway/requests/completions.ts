import type { RequestCompleted } from '@styling/contracts';
import { ServiceError } from '@styling/service';

/** One wait. `cancel` ends it without an outcome. */
export type Expectation = { readonly outcome: Promise<RequestCompleted>; cancel(): void };

/** See {@link createCompletions}. */
export type Completions = ReturnType<typeof createCompletions>;

/** The requests of this gateway that are waiting for their terminal event; none yet. */
export function createCompletions(clock: () => Date) {
  const waiting = new Map<string, { settle: (event: RequestCompleted) => void; timer: NodeJS.Timeout }>();
  const forget = (requestId: string) => {
    const entry = waiting.get(requestId);
    clearTimeout(entry?.timer);
    waiting.delete(requestId);
    return entry;
  };
  return {
    /**
     * Starts waiting. Call it before the request is published, or its completion may be missed.
     *
     * @param deadline when the wait ends with a ServiceError `deadline_exceeded`
     */
    expect(requestId: string, deadline: Date): Expectation {
      const { promise, resolve, reject } = Promise.withResolvers<RequestCompleted>();
      // The request may have stopped waiting before the deadline.
      promise.catch(() => {});
      const expire = () => {
        waiting.delete(requestId);
        reject(new ServiceError('deadline_exceeded'));
      };
      const timer = setTimeout(expire, Math.max(0, deadline.getTime() - clock().getTime()));
      waiting.set(requestId, { settle: resolve, timer });
      return { outcome: promise, cancel: () => void forget(requestId) };
    },
    /** Delivers a terminal event. Returns whether a request was waiting for it here. */
    settle(event: RequestCompleted): boolean {
      const entry = forget(event.data.request_id);
      entry?.settle(event);
      return entry !== undefined;
    },
    get waiting() {
      return waiting.size;
    },
  };
}
