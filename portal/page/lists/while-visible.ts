import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Runs something while its host is shown and the browser's tab is looked at, from the host's first update on. */
export class WhileVisible implements ReactiveController {
  readonly #run: (signal: AbortSignal) => void;
  #running: AbortController | undefined;

  /** @param run begins what ends when its signal is aborted; called anew each time the tab comes back */
  constructor(host: ReactiveControllerHost, run: (signal: AbortSignal) => void) {
    this.#run = run;
    host.addController(this);
  }

  hostConnected(): void {
    document.addEventListener('visibilitychange', this.#begin);
  }

  hostUpdated(): void {
    if (!this.#running) this.#begin();
  }

  hostDisconnected(): void {
    document.removeEventListener('visibilitychange', this.#begin);
    this.#running?.abort();
    this.#running = undefined;
  }

  /** Ends what runs and begins it anew; nothing while it is not looked at. */
  restart(): void {
    if (this.#running) this.#begin();
  }

  readonly #begin = (): void => {
    this.#running?.abort();
    this.#running = document.hidden ? undefined : new AbortController();
    if (this.#running) this.#run(this.#running.signal);
  };
}

/** Resolves after `ms`, or at once when `signal` is aborted. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  signal.addEventListener('abort', () => resolve(), { once: true });
  if (signal.aborted) resolve();
  return promise.finally(() => clearTimeout(timer));
}
