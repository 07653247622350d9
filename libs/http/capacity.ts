import { ServiceError } from '@styling/service';

/** The cause of `unavailable` when this process is at its capacity. */
export class CapacityError extends Error {
  override readonly name = 'CapacityError';
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
    let mine = 0;
    const share: Share = {
      grow: (more) => {
        if (this.#held + more > this.#limit) throw new ServiceError('unavailable', {}, { cause: new CapacityError() });
        this.#held += more;
        mine += more;
      },
      [Symbol.dispose]: () => {
        this.#held -= mine;
        mine = 0;
      },
    };
    share.grow(amount);
    return share;
  }
}

/** A part of a {@link Capacity}, held until it is disposed, which is idempotent. */
export type Share = Disposable & {
  /** @throws ServiceError `unavailable` when too little is left; the share stays as it was */
  grow(amount: number): void;
};
