import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** A page of a list. */
export type ListPage<Item> = { readonly items: readonly Item[]; readonly nextCursor: string | undefined };

/** Reads the page at a cursor, the first one without. */
export type ReadPage<Item> = (cursor: string | undefined, signal: AbortSignal) => Promise<ListPage<Item>>;

/**
 * A list that is read page by page and shown by `host`. A page that could not be read is read again by `more`: what came before it
 * stays.
 */
export class PagedList<Item> implements ReactiveController {
  items: readonly Item[] = [];
  state: 'reading' | 'more' | 'complete' | 'failed' = 'reading';
  /** Why the last page could not be read, in the state `failed`. */
  error: unknown;
  readonly #host: ReactiveControllerHost;
  readonly #read: ReadPage<Item>;
  #cursor: string | undefined;
  #reading = new AbortController();

  constructor(host: ReactiveControllerHost, read: ReadPage<Item>) {
    this.#host = host;
    this.#read = read;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#reading.abort();
  }

  /** Empties the list and reads its first page. */
  restart(): Promise<void> {
    this.#reading.abort();
    this.#reading = new AbortController();
    this.items = [];
    this.#cursor = undefined;
    return this.#readPage();
  }

  /** Reads the first page once more, and leaves the list as it is. */
  async newest(signal: AbortSignal): Promise<readonly Item[]> {
    return (await this.#read(undefined, signal)).items;
  }

  /** Reads the next page, if there is one and none is being read. */
  async more(): Promise<void> {
    if (this.state === 'more' || this.state === 'failed') await this.#readPage();
  }

  /** Puts other items in the place of those that were read. */
  change(changed: (items: readonly Item[]) => readonly Item[]): void {
    this.items = changed(this.items);
    this.#host.requestUpdate();
  }

  async #readPage(): Promise<void> {
    const { signal } = this.#reading;
    this.#enter('reading');
    try {
      const { items, nextCursor } = await this.#read(this.#cursor, signal);
      if (signal.aborted) return;
      this.items = [...this.items, ...items];
      this.#cursor = nextCursor;
      this.#enter(nextCursor === undefined ? 'complete' : 'more');
    } catch (error) {
      if (signal.aborted) return;
      this.error = error;
      this.#enter('failed');
    }
  }

  #enter(state: PagedList<Item>['state']): void {
    this.state = state;
    this.#host.requestUpdate();
  }
}
