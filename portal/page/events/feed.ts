import { ApiError } from '@styling/client';
import { pause, WhileVisible } from '../lists/while-visible.ts';
import type { PortalPage } from '../portal-page.ts';
import { cursorExpired, emptyFeed, type FeedState, pageArrived } from './feed-state.ts';

/** Duration of a long poll, seconds: below the idle timeouts of proxies. */
const WAIT_SECONDS = 25;
/** After a failure, ms. */
const RETRY_MS = 5_000;

/** The user's feed, followed while its page is looked at and it is not paused; nothing is missed in between. */
export class Feed {
  state: FeedState = emptyFeed;
  /** Why the feed could not be read lately; unless it was refused, it is tried again. */
  error: unknown;
  isPaused = false;
  readonly #page: PortalPage;
  readonly #reading: WhileVisible;
  #types: string | undefined;

  constructor(page: PortalPage) {
    this.#page = page;
    this.#reading = new WhileVisible(page, (signal) => void this.#keepUp(signal));
  }

  /** Shows events of other types, from the oldest on, also if it was paused. @param types separated by commas; undefined for all */
  restart(types: string | undefined): void {
    this.#types = types;
    this.state = emptyFeed;
    this.isPaused = false;
    this.retry();
  }

  /** Stops reading, or continues where it stopped. */
  toggle(): void {
    this.isPaused = !this.isPaused;
    this.retry();
  }

  /** Reads at once what could not be read. */
  retry(): void {
    this.error = undefined;
    this.#reading.restart();
    this.#page.requestUpdate();
  }

  async #keepUp(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && !this.isPaused) {
      try {
        await this.#readPage(signal);
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof ApiError && error.code === 'cursor_expired') this.state = cursorExpired(this.state);
        else {
          this.error = error;
          this.#page.requestUpdate();
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
    const page = await this.#page.portal.client.call('listEvents', { query }, { signal, waitMs: wait * 1000 });
    if (signal.aborted) return;
    this.state = pageArrived(this.state, page);
    this.error = undefined;
    this.#page.requestUpdate();
  }
}
