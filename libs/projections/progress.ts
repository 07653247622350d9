import { hasReached, type Positions } from './checkpoint.ts';

/** Positions that the projection of this process has reached, to wait for without asking the database. */
export class Progress {
  #positions: Positions = {};
  readonly #waiting = new Set<{ wanted: Positions; reach: (reached: true) => void }>();
  readonly #lingering = new Set<() => void>();
  #isAwaitedElsewhere = false;

  /** Where the checkpoint of a source was when this process last read or moved it. */
  positionOf(source: string): number {
    return this.#positions[source] ?? 0;
  }

  /** The checkpoint of `source` was committed at `position`. */
  advance(source: string, position: number): void {
    this.#positions = { ...this.#positions, [source]: position };
    for (const waiting of this.#waiting) if (hasReached(this.#positions, waiting.wanted)) waiting.reach(true);
  }

  /** Another process may project from now on. */
  forget(): void {
    this.#positions = {};
  }

  /** Resolves after `ms`, but as soon as somebody waits for a position, here or {@link awaitedElsewhere}. */
  async linger(ms: number): Promise<void> {
    const isAwaited = this.#isAwaitedElsewhere || this.#waiting.size > 0;
    this.#isAwaitedElsewhere = false;
    if (ms === 0 || isAwaited) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    this.#lingering.add(resolve);
    await promise;
    clearTimeout(timer);
    this.#lingering.delete(resolve);
  }

  /** Somebody waits in another process: ends lingering, now and once more, as what is waited for may be about to arrive. */
  awaitedElsewhere(): void {
    this.#isAwaitedElsewhere = true;
    this.endLingering();
  }

  /** Resolves every {@link linger}. */
  endLingering(): void {
    for (const end of this.#lingering) end();
  }

  /** Whether the `wanted` positions are reached, now or within `ms`. */
  async reached(wanted: Positions, ms: number): Promise<boolean> {
    if (hasReached(this.#positions, wanted)) return true;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const waiting = { wanted, reach: resolve };
    const timer = setTimeout(resolve, ms, false);
    this.#waiting.add(waiting);
    this.endLingering();
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(waiting);
    }
  }
}
