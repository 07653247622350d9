import type { RequestCompleted } from '@styling/contracts';
import { ServiceError } from '@styling/service';

/** Requests of this gateway that are waiting for their terminal event. */
export type Completions = {
  /**
   * Starts waiting. Call it before the request is published, or its completion may be missed.
   *
   * @param deadline when the wait ends with a ServiceError `deadline_exceeded`
   */
  expect(requestId: string, deadline: Date): Expectation;
  /** Delivers a terminal event. Returns whether a request was waiting for it here. */
  settle(event: RequestCompleted): boolean;
  readonly waiting: number;
};

/** One wait. `cancel` ends it without an outcome. */
export type Expectation = { readonly outcome: Promise<RequestCompleted>; cancel(): void };

/** An empty {@link Completions}. */
export function createCompletions(clock: () => Date): Completions {
  const waiting = new Map<string, { settle: (event: RequestCompleted) => void; timer: NodeJS.Timeout }>();
  const forget = (requestId: string) => {
    const entry = waiting.get(requestId);
    if (entry) clearTimeout(entry.timer);
    waiting.delete(requestId);
    return entry;
  };
  return {
    expect(requestId, deadline) {
      const { promise, resolve, reject } = Promise.withResolvers<RequestCompleted>();
      // The request may have stopped waiting before the deadline.
      promise.catch(() => {});
      const timer = setTimeout(
        () => {
          waiting.delete(requestId);
          reject(new ServiceError('deadline_exceeded'));
        },
        Math.max(0, deadline.getTime() - clock().getTime()),
      );
      waiting.set(requestId, { settle: resolve, timer });
      return { outcome: promise, cancel: () => void forget(requestId) };
    },
    settle(event) {
      const entry = forget(event.data.request_id);
      entry?.settle(event);
      return entry !== undefined;
    },
    get waiting() {
      return waiting.size;
    },
  };
}
