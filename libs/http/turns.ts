import type { ServerResponse } from 'node:http';
import { ServiceError } from '@styling/service';
import { ClientDisconnected } from './body-chunks.ts';
import { CapacityError } from './capacity.ts';

/** Bounds for each user. */
export type TurnLimits = {
  /** Requests that have their turn. */
  readonly atOnce: number;
  /** Turns that begin a second, on average; after a pause, as many more may begin at once. */
  readonly perSecond: number;
  /** Requests that wait for their turn. */
  readonly waiting: number;
  /** How long one waits, in ms. */
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

/** Lets each user do a few things at once and at a bounded pace; further requests of the same user wait, and delay nobody else. */
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

  /** How long until the next turn may begin, in ms; infinite while as many are running as may. */
  #delay({ running, due }: Queue): number {
    return running >= this.#limits.atOnce ? Number.POSITIVE_INFINITY : due - this.#now() - BURST_MS;
  }

  #begin(user: string, queue: Queue): Turn {
    const interval = 1000 / this.#limits.perSecond;
    queue.running++;
    queue.due = Math.max(queue.due, this.#now()) + interval;
    let isOver = false;
    const end = () => {
      if (isOver) return;
      isOver = true;
      queue.running--;
      this.#proceed(user, queue);
    };
    let charged = 0;
    const charge = (turns: number) => {
      const more = Math.min(turns * interval, BURST_MS - charged);
      charged += more;
      queue.due += more;
    };
    return { charge, [Symbol.dispose]: end };
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
    const leave = () => {
      clearTimeout(timer);
      response.off('close', giveUp);
      queue.waiting.delete(begin);
    };
    const begin = () => {
      leave();
      resolve(this.#begin(user, queue));
    };
    const giveUp = () => {
      leave();
      reject(disconnected());
    };
    const timer = setTimeout(() => {
      leave();
      reject(overCapacity());
    }, waitMs);
    response.once('close', giveUp);
    queue.waiting.add(begin);
    this.#proceed(user, queue);
    return promise;
  }
}

const overCapacity = () => new ServiceError('unavailable', {}, { cause: new CapacityError() });
const disconnected = () => new ClientDisconnected('the client disconnected while its request waited');
