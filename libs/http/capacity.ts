import type { ServerResponse } from 'node:http';
import { ServiceError } from '@styling/service';
import { ClientDisconnected } from './body-chunks.ts';

const overCapacity = () => new ServiceError('unavailable', {}, { cause: new Error('at capacity') });

/** Bounded requests or bytes; taking more than is left fails at once. */
export class Capacity {
  readonly #limit: number;
  #held = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

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

/** Held until disposed, idempotently. */
export type Share = Disposable & {
  /** @throws ServiceError `unavailable` when too little is left; the share stays as it was */
  grow(amount: number): void;
};

/** Bounded places for requests that wait and cost little else. */
export class Places {
  readonly #limits: { readonly inAll: number; readonly byUser: number };
  readonly #byUser = new Map<string, number>();
  #held = 0;

  constructor(limits: { readonly inAll: number; readonly byUser: number }) {
    this.#limits = limits;
  }

  /** Held until disposed, idempotently. @throws ServiceError `unavailable` when none is left */
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

export type TurnLimits = {
  readonly atOnce: number;
  /** Average; after a pause, one second's worth more may begin at once. */
  readonly perSecond: number;
  readonly waiting: number;
  readonly waitMs: number;
};

/** Held until disposed, idempotently. */
export type Turn = Disposable & {
  /** Delays the user's next turns like so many more, in all at most by a second's worth. */
  charge(turns: number): void;
};

type Queue = {
  running: number;
  /** In order of arrival. */
  readonly waiting: Set<() => void>;
  /** Theoretical arrival time of the next turn, ms: virtual scheduling (GCRA). */
  due: number;
  timer?: NodeJS.Timeout | undefined;
};

const BURST_MS = 1_000;

/** Bounds each user's concurrency and pace; further requests of the user wait, and delay nobody else. */
export class Turns {
  readonly #limits: TurnLimits;
  readonly #now: () => number;
  readonly #queues = new Map<string, Queue>();

  /** @param now monotonic, ms */
  constructor(limits: TurnLimits, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
  }

  /** @throws ServiceError `unavailable`: too many wait, or for too long; ClientDisconnected: `response` is closed */
  async take(user: string, response: ServerResponse): Promise<Turn> {
    if (response.closed) throw disconnected();
    const queue = this.#queues.get(user) ?? { running: 0, waiting: new Set(), due: 0 };
    this.#queues.set(user, queue);
    if (queue.waiting.size === 0 && this.#delay(queue) <= 0) return this.#begin(user, queue);
    return this.#wait(user, queue, response);
  }

  /** In ms; infinite while all are running. */
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

  /** Begins due turns, and comes back for the next, or to forget the user. */
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
    // At once: a turn that ends meanwhile must not begin one for a request that has left.
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
