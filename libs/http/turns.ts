import type { ServerResponse } from 'node:http';
import { ServiceError } from '@styling/service';
import { CapacityError } from './capacity.ts';
import { ClientDisconnected } from './read-json-body.ts';

/** Bounds for each user. */
export type TurnLimits = {
  /** Requests that have their turn. */
  readonly atOnce: number;
  /** Requests that wait for theirs. */
  readonly waiting: number;
  /** How long one waits, in ms. */
  readonly waitMs: number;
};

/** One user's requests: how many have their turn, and the others in the order of their arrival. */
type Queue = { running: number; readonly waiting: Set<() => void> };

/** Lets each user do a few things at once; further requests of the same user wait, and delay nobody else. */
export class Turns {
  readonly #limits: TurnLimits;
  readonly #queues = new Map<string, Queue>();

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /**
   * Waits for a turn of `user`, which lasts until it is disposed of; that is idempotent.
   *
   * @param response of the request: when it is closed, the wait ends
   * @throws ServiceError `unavailable` when too many requests of the user wait, or this one has waited too long
   * @throws ClientDisconnected when `response` is closed
   */
  async take(user: string, response: ServerResponse): Promise<Disposable> {
    if (response.closed) throw disconnected();
    const queue = this.#queues.get(user) ?? { running: 0, waiting: new Set() };
    this.#queues.set(user, queue);
    if (queue.running === this.#limits.atOnce) return this.#wait(user, queue, response);
    queue.running++;
    return this.#begin(user, queue);
  }

  #begin(user: string, queue: Queue): Disposable {
    let isOver = false;
    const end = () => {
      if (isOver) return;
      isOver = true;
      const [next] = queue.waiting;
      if (next) next();
      else if (--queue.running === 0) this.#queues.delete(user);
    };
    return { [Symbol.dispose]: end };
  }

  #wait(user: string, queue: Queue, response: ServerResponse): Promise<Disposable> {
    const { waiting, waitMs } = this.#limits;
    if (queue.waiting.size >= waiting) throw overCapacity();
    const { promise, resolve, reject } = Promise.withResolvers<Disposable>();
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
    return promise;
  }
}

const overCapacity = () => new ServiceError('unavailable', {}, { cause: new CapacityError() });
const disconnected = () => new ClientDisconnected('the client disconnected while its request waited');
