import type { ServerResponse } from 'node:http';
import type { Places, Turn } from '@styling/http';
import { observe } from '@styling/telemetry';

/** A wait for something to change, in a place of its own; it ends when it is closed, which is idempotent. */
export class Watch implements Disposable {
  /** What it takes until it is closed. */
  readonly held = new DisposableStack();
  #hasRung = false;
  #wake: (() => void) | undefined;

  /** Closed when the client has disconnected, the gateway stops, or it has waited for long enough. */
  get isOpen(): boolean {
    return !this.held.disposed;
  }

  ring(): void {
    this.#hasRung = true;
    this.#wake?.();
  }

  /** Waits until it rings, has rung since the last time, or is closed; at most `ms`. */
  async rung(ms: number): Promise<void> {
    if (!this.#hasRung && this.isOpen) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, ms);
      this.#wake = resolve;
      await promise;
      clearTimeout(timer);
      this.#wake = undefined;
    }
    this.#hasRung = false;
  }

  [Symbol.dispose](): void {
    this.held.dispose();
    this.#wake?.();
  }
}

type Waiting = {
  readonly caller: { readonly user_id: string };
  readonly response: ServerResponse;
  readonly turn?: Turn;
  readonly place: Disposable;
};

/** The waits of one gateway, which take `places`. */
export function createWatches(places: Places) {
  const open = new Set<Watch>();
  const endObserving = observe('styling.jobs.watches', () => [[open.size, {}]]);
  let isStopping = false;
  return {
    /** Gives back the request's turn and place while it waits. @throws ServiceError `unavailable` when too many wait */
    begin({ caller, response, turn, place }: Waiting, withinMs?: number): Watch {
      const watch = new Watch();
      watch.held.use(places.take(caller.user_id));
      turn?.[Symbol.dispose]();
      place[Symbol.dispose]();
      const close = () => watch[Symbol.dispose]();
      const timer = withinMs === undefined ? undefined : setTimeout(close, withinMs);
      watch.held.defer(() => clearTimeout(timer));
      watch.held.defer(() => response.off('close', close));
      watch.held.defer(() => open.delete(watch));
      open.add(watch);
      response.once('close', close);
      if (isStopping || response.closed) close();
      return watch;
    },
    /** Ends all waits, and each that begins from now on at once: their clients go on at another gateway. */
    stop(): void {
      isStopping = true;
      for (const watch of [...open]) watch[Symbol.dispose]();
      endObserving();
    },
  };
}
