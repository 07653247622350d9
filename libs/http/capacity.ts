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

/** Bounds of what waits for something else. */
export type PlaceLimits = { readonly inAll: number; readonly byUser: number };

/** Bounded places for requests that wait and cost little else; when none is left, taking one fails immediately. */
export class Places {
  readonly #limits: PlaceLimits;
  readonly #byUser = new Map<string, number>();
  #held = 0;

  constructor(limits: PlaceLimits) {
    this.#limits = limits;
  }

  /** How many are held now. */
  get held(): number {
    return this.#held;
  }

  /** A place, held until it is disposed of, which is idempotent. @throws ServiceError `unavailable` when there is none */
  take(user: string): Disposable {
    const own = this.#byUser.get(user) ?? 0;
    if (this.#held >= this.#limits.inAll || own >= this.#limits.byUser) {
      throw new ServiceError('unavailable', {}, { cause: new CapacityError() });
    }
    this.#held++;
    this.#byUser.set(user, own + 1);
    let isHeld = true;
    return {
      [Symbol.dispose]: () => {
        if (!isHeld) return;
        isHeld = false;
        this.#held--;
        const left = (this.#byUser.get(user) ?? 1) - 1;
        if (left > 0) this.#byUser.set(user, left);
        else this.#byUser.delete(user);
      },
    };
  }
}
