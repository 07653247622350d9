import { ApiError } from '@styling/client';
import type { ReactiveControllerHost } from 'lit';
import { pause } from '../lists/pause.ts';
import { WhileVisible } from '../lists/while-visible.ts';
import type { Portal } from '../portal.ts';
import { cursorExpired, emptyFeed, type FeedState, pageArrived } from './feed-state.ts';

/** Of a long poll, seconds: below the idle timeouts of proxies. */
const WAIT_SECONDS = 25;
/** After a failure, ms. */
const RETRY_MS = 5_000;

/** The user's feed, followed while it is looked at and not paused; nothing is missed in between. */
export class Feed {
  state: FeedState = emptyFeed;
  /** Why the feed could not be read lately; unless it was refused, it is tried again. */
  error: unknown;
  isPaused = false;
  readonly #host: ReactiveControllerHost;
  readonly #client: () => Portal['client'];
  #types: string | undefined;
  /** Ends the present reading. */
  #reading = new AbortController();
  #visible: AbortSignal | undefined;

  constructor(host: ReactiveControllerHost, client: () => Portal['client']) {
    this.#host = host;
    this.#client = client;
    new WhileVisible(host, (signal) => {
      this.#visible = signal;
      this.#resume();
    });
  }

  /** Shows events of other types, from the oldest on. @param types separated by commas; undefined for all */
  restart(types: string | undefined): void {
    this.#types = types;
    this.state = emptyFeed;
    this.error = undefined;
    if (this.#visible) this.#resume();
  }

  /** Stops reading, or continues where it stopped. */
  toggle(): void {
    this.isPaused = !this.isPaused;
    this.retry();
  }

  /** Reads at once what could not be read. */
  retry(): void {
    this.error = undefined;
    this.#resume();
    this.#host.requestUpdate();
  }

  #resume(): void {
    this.#reading.abort();
    if (this.isPaused || !this.#visible) return;
    this.#reading = new AbortController();
    void this.#keepUp(AbortSignal.any([this.#reading.signal, this.#visible]));
  }

  async #keepUp(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.#readPage(signal);
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof ApiError && error.code === 'cursor_expired') this.state = cursorExpired(this.state);
        else {
          this.error = error;
          this.#host.requestUpdate();
          if (error instanceof ApiError && error.status < 500) return;
          await pause(RETRY_MS, signal);
        }
      }
    }
  }

  async #readPage(signal: AbortSignal): Promise<void> {
    const { cursor, isCurrent } = this.state;
    const wait = isCurrent ? WAIT_SECONDS : 0;
    const query = { wait, ...(cursor !== undefined && { cursor }), ...(this.#types && { types: this.#types }) };
    const page = await this.#client().call('listEvents', { query }, { signal, waitMs: wait * 1000 });
    if (signal.aborted) return;
    this.state = pageArrived(this.state, page);
    this.error = undefined;
    this.#host.requestUpdate();
  }
}
