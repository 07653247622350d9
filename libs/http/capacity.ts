import { ServiceError } from '@styling/service';

/** A part of a {@link Capacity} that somebody holds, until it is disposed of. */
export class Share implements Disposable {
  readonly #grow: (amount: number) => void;
  readonly #giveBack: (amount: number) => void;
  #held = 0;

  constructor(grow: (amount: number) => void, giveBack: (amount: number) => void) {
    this.#grow = grow;
    this.#giveBack = giveBack;
  }

  /** @throws ServiceError `unavailable` when there is not so much left; what is held stays held */
  grow(amount: number): void {
    this.#grow(amount);
    this.#held += amount;
  }

  /** Gives everything back; doing it again does nothing. */
  [Symbol.dispose](): void {
    this.#giveBack(this.#held);
    this.#held = 0;
  }
}

/** So much of something, requests or bytes, that is held at once; who wants more is told `unavailable` at once. */
export class Capacity {
  readonly #limit: number;
  #held = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** What is held of it at this moment. */
  get held(): number {
    return this.#held;
  }

  /** @throws ServiceError `unavailable` when there is not so much left */
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

/** Why somebody was told `unavailable`: this process has as much to do as it can hold. */
export class CapacityError extends Error {
  override readonly name = 'CapacityError';
}
