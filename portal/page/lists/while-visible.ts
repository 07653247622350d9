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
    document.addEventListener('visibilitychange', this.#adapt);
  }

  hostUpdated(): void {
    if (!this.#running) this.#adapt();
  }

  hostDisconnected(): void {
    document.removeEventListener('visibilitychange', this.#adapt);
    this.#end();
  }

  readonly #adapt = (): void => {
    this.#end();
    if (document.hidden) return;
    this.#running = new AbortController();
    this.#run(this.#running.signal);
  };

  #end(): void {
    this.#running?.abort();
    this.#running = undefined;
  }
}
