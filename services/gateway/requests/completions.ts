import type { RequestCompleted } from '@styling/contracts';
import { ServiceError } from '@styling/service';

/** Requests of this gateway that wait for their terminal event. */
export type Completions = {
  /**
   * Begins to wait; call it before the request is published, or the answer may pass unseen.
   *
   * @param deadline when the wait ends with a ServiceError `deadline_exceeded`
   */
  expect(requestId: string, deadline: Date): Expectation;
  /** A terminal event was heard. Returns whether a request waits for it here. */
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
      // The one who waits may be gone already when the deadline passes.
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
