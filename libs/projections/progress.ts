/** How far the projection of this process has come, for those in the same process who wait for it. */
export class Progress {
  #position = 0;
  readonly #waiting = new Set<{ seq: number; reach: (reached: true) => void }>();

  /** Where the checkpoint was when this process last knew. */
  get position(): number {
    return this.#position;
  }

  /** The checkpoint was committed at `position`. */
  advance(position: number): void {
    this.#position = position;
    for (const waiting of this.#waiting) if (waiting.seq <= position) waiting.reach(true);
  }

  /** Nothing is known any more: another process may project. */
  forget(): void {
    this.#position = 0;
  }

  /** Whether `seq` is reached, now or within `ms`. */
  async reached(seq: number, ms: number): Promise<boolean> {
    if (seq <= this.#position) return true;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const waiting = { seq, reach: resolve };
    const timer = setTimeout(resolve, ms, false);
    this.#waiting.add(waiting);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(waiting);
    }
  }
}
