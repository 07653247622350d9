import type { ServerResponse } from 'node:http';
import { ServiceError } from '@styling/service';
import { ClientDisconnected } from './body-chunks.ts';

const overCapacity = () => new ServiceError('unavailable', {}, { cause: new Error('at capacity') });

/** A bounded amount, of requests or bytes; taking more than is left fails immediately. */
export class Capacity {
  readonly #limit: number;
  #held = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Amount held now. */
  get held(): number {
    return this.#held;
  }

  /** @throws ServiceError `unavailable` when too little is left */
  take(amount: number): Share {
    let mine = 0;
    const share: Share = {
      grow: (more) => {
        if (this.#held + more > this.#limit) throw overCapacity();
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

/** Bounded places for requests that wait and cost little else; when none is left, taking one fails immediately. */
export class Places {
  readonly #limits: { readonly inAll: number; readonly byUser: number };
  readonly #byUser = new Map<string, number>();
  #held = 0;

  constructor(limits: { readonly inAll: number; readonly byUser: number }) {
    this.#limits = limits;
  }

  /** A place, held until it is disposed of, which is idempotent. @throws ServiceError `unavailable` when there is none */
  take(user: string): Disposable {
    const own = this.#byUser.get(user) ?? 0;
    if (this.#held >= this.#limits.inAll || own >= this.#limits.byUser) throw overCapacity();
    this.#held++;
    this.#byUser.set(user, own + 1);
    const place = new DisposableStack();
    place.defer(() => {
      this.#held--;
      const left = (this.#byUser.get(user) ?? 1) - 1;
      if (left > 0) this.#byUser.set(user, left);
      else this.#byUser.delete(user);
    });
    return place;
  }
}

/** Bounds for each user. */
export type TurnLimits = {
  /** Requests that have their turn. */
  readonly atOnce: number;
  /** Turns that begin a second, on average; after a pause, as many more may begin at once. */
  readonly perSecond: number;
  /** Requests that wait for their turn. */
  readonly waiting: number;
  /** Maximum wait for a turn, in ms. */
  readonly waitMs: number;
};

/** Lasts until it is disposed of, which is idempotent. */
export type Turn = Disposable & {
  /** Has the user wait for its next ones as if it had had so many more, in all at most a second's worth. */
  charge(turns: number): void;
};

/** The requests of one user. */
type Queue = {
  running: number;
  /** In the order of their arrival: begins the turn of each. */
  readonly waiting: Set<() => void>;
  /** When as many turns as have begun are due at an even pace, in ms; the algorithm of virtual scheduling (GCRA). */
  due: number;
  timer?: NodeJS.Timeout | undefined;
};

const BURST_MS = 1_000;

/**
 * Lets each user do a few things at once and at a bounded pace; further requests of the same user wait, and delay nobody else.
 */
export class Turns {
  readonly #limits: TurnLimits;
  readonly #now: () => number;
  readonly #queues = new Map<string, Queue>();

  /** @param now a monotonic clock, in ms */
  constructor(limits: TurnLimits, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
  }

  /**
   * Waits for a turn of `user`.
   *
   * @param response of the request: when it is closed, the wait ends
   * @throws ServiceError `unavailable` when too many requests of the user wait, or this one has waited too long
   * @throws ClientDisconnected when `response` is closed
   */
  async take(user: string, response: ServerResponse): Promise<Turn> {
    if (response.closed) throw disconnected();
    const queue = this.#queues.get(user) ?? { running: 0, waiting: new Set(), due: 0 };
    this.#queues.set(user, queue);
    if (queue.waiting.size === 0 && this.#delay(queue) <= 0) return this.#begin(user, queue);
    return this.#wait(user, queue, response);
  }

  /** Time until the next turn may begin, in ms; infinite while all are running. */
  #delay({ running, due }: Queue): number {
    return running >= this.#limits.atOnce ? Number.POSITIVE_INFINITY : due - this.#now() - BURST_MS;
  }

  #begin(user: string, queue: Queue): Turn {
    const interval = 1000 / this.#limits.perSecond;
    queue.running++;
    queue.due = Math.max(queue.due, this.#now()) + interval;
    const turn = new DisposableStack();
    turn.defer(() => {
      queue.running--;
      this.#proceed(user, queue);
    });
    let charged = 0;
    const charge = (turns: number) => {
      const more = Math.min(turns * interval, BURST_MS - charged);
      charged += more;
      queue.due += more;
    };
    return Object.assign(turn, { charge });
  }

  /** Begins the turns that may begin now, and comes back for the next, or to forget the user. */
  #proceed(user: string, queue: Queue): void {
    clearTimeout(queue.timer);
    let delay = this.#delay(queue);
    for (const begin of queue.waiting) {
      if (delay > 0) break;
      begin();
      delay = this.#delay(queue);
    }
    if (queue.running === 0 && queue.waiting.size === 0) delay = queue.due - this.#now();
    else if (queue.waiting.size === 0) return;
    if (delay <= 0) this.#queues.delete(user);
    else if (Number.isFinite(delay)) queue.timer = setTimeout(() => this.#proceed(user, queue), delay).unref();
  }

  #wait(user: string, queue: Queue, response: ServerResponse): Promise<Turn> {
    const { waiting, waitMs } = this.#limits;
    if (queue.waiting.size >= waiting) throw overCapacity();
    const { promise, resolve, reject } = Promise.withResolvers<Turn>();
    // At once: a turn that ends in the meantime must not begin one for a request that has left.
    const leave = () => {
      clearTimeout(timer);
      response.off('close', giveUp);
      queue.waiting.delete(begin);
    };
    const begin = () => {
      leave();
      resolve(this.#begin(user, queue));
    };
    const refuse = (error: Error) => {
      leave();
      reject(error);
    };
    const giveUp = () => refuse(disconnected());
    const timer = setTimeout(() => refuse(overCapacity()), waitMs);
    response.once('close', giveUp);
    queue.waiting.add(begin);
    this.#proceed(user, queue);
    return promise;
  }
}

const disconnected = () => new ClientDisconnected('the client disconnected while its request waited');
