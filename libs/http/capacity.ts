import { ServiceError } from '@styling/service';

/** A part of a {@link Capacity}, held until it is disposed. */
export class Share implements Disposable {
  readonly #grow: (amount: number) => void;
  readonly #release: (amount: number) => void;
  #held = 0;

  constructor(grow: (amount: number) => void, release: (amount: number) => void) {
    this.#grow = grow;
    this.#release = release;
  }

  /** @throws ServiceError `unavailable` when too little is left; the share stays as it was */
  grow(amount: number): void {
    this.#grow(amount);
    this.#held += amount;
  }

  /** Releases all of it. Idempotent. */
  [Symbol.dispose](): void {
    this.#release(this.#held);
    this.#held = 0;
  }
}

/** A bounded amount, of requests or bytes; taking more than is left fails immediately. */
export class Capacity {
  readonly #limit: number;
  #held = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** How much is held now. */
  get held(): number {
    return this.#held;
  }

  /** @throws ServiceError `unavailable` when too little is left */
  take(amount: number): Share {
    const share = new Share(
      (more) => {
        if (this.#held + more > this.#limit) throw new ServiceError('unavailable', {}, { cause: new CapacityError() });
        this.#held += more;
      },
      (all) => {
        this.#held -= all;
      },
    );
    share.grow(amount);
    return share;
  }
}

/** The cause of `unavailable` when this process is at its capacity. */
export class CapacityError extends Error {
  override readonly name = 'CapacityError';
}
