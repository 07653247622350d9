import { type Msg, nanos, type Subscription } from '@nats-io/transport-node';
import type { Bus } from './connect.ts';
import type { Delivery } from './delivery.ts';

/** A pull request ended without what it asked for, and not because its time was up. */
export class PullError extends Error {
  override readonly name = 'PullError';
}

export type PullOptions = {
  readonly stream: string;
  readonly consumer: string;
  /** How long the server keeps a request open, in ms. */
  readonly expiresMs: number;
  /** How often the server gives a sign of life, in ms; after two and a half times that in silence a request is lost. */
  readonly heartbeatMs: number;
  /** Nobody else pulls from the consumer: then its heartbeats tell of a delivery that did not arrive. */
  readonly exclusive?: boolean;
};

const STATUS_HEARTBEAT = 100;
/** 404 nothing there (no_wait only), 408 time is up: the ordinary ends. */
const STATUS_EXPIRED = new Set([404, 408]);

/** What a delivery is made into when it arrives; the numbers are those of the {@link Delivery}. */
export type Arrival = Pick<Delivery, 'consumerSeq' | 'pending'>;

/**
 * One inbox with at most one open request to a pull consumer. Deliveries collect here until they are taken; nothing is
 * asked for by itself, so the caller's requests are the bound of what collects.
 */
export class Pull<Item extends Arrival> {
  readonly #bus: Bus;
  readonly #options: PullOptions;
  readonly #read: (message: Msg) => Item | undefined;
  readonly #inbox: string;
  readonly #subscription: Subscription;
  readonly #endListening: () => void;
  #arrived: Item[] = [];
  #serial = 0;
  #outstanding = 0;
  #lastArrived = 0;
  #failure: PullError | undefined;
  #silence: NodeJS.Timeout | undefined;
  #change: PromiseWithResolvers<void> | undefined;

  /**
   * @param read makes of a message what is to be taken, at its arrival, so that the work on it is done while the taker waits
   *   for something else; undefined when it was not delivered by a consumer
   */
  constructor(bus: Bus, options: PullOptions, read: (message: Msg) => Item | undefined) {
    this.#bus = bus;
    this.#options = options;
    this.#read = read;
    this.#inbox = bus.newInbox();
    this.#subscription = bus.nc.subscribe(`${this.#inbox}.*`, { callback: (error, msg) => this.#receive(error, msg) });
    this.#endListening = bus.onDisconnect(() => this.#end(new PullError('the connection was lost')));
  }

  /** How many deliveries wait to be taken. */
  get waiting(): number {
    return this.#arrived.length;
  }

  /** Asks for up to `batch` messages; does nothing while an earlier request is open. */
  request(batch: number): void {
    if (this.#outstanding > 0) return;
    const { stream, consumer, expiresMs, heartbeatMs } = this.#options;
    const body = { batch, expires: nanos(expiresMs), idle_heartbeat: nanos(heartbeatMs) };
    this.#outstanding = batch;
    this.#serial++;
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#end(new PullError('no sign of life from the server')), heartbeatMs * 2.5);
    try {
      const subject = `$JS.API.CONSUMER.MSG.NEXT.${stream}.${consumer}`;
      this.#bus.nc.publish(subject, JSON.stringify(body), { reply: `${this.#inbox}.${this.#serial}` });
    } catch (cause) {
      this.#end(new PullError('the request could not be sent', { cause }));
    }
  }

  /** Up to `max` deliveries, oldest first. */
  take(max: number): Item[] {
    return this.#arrived.splice(0, max);
  }

  /** Why the last request failed, told once. */
  takeFailure(): PullError | undefined {
    const failure = this.#failure;
    this.#failure = undefined;
    return failure;
  }

  /** Resolves at the next delivery, end of the request or {@link interrupt}. */
  changed(): Promise<void> {
    this.#change ??= Promise.withResolvers();
    return this.#change.promise;
  }

  /**
   * Resolves when `count` wait to be taken, or no more is to be waited for: the server has said that it has no more, the
   * request has ended, or `ms` are over.
   */
  async filled(count: number, ms: number): Promise<void> {
    const more = () => this.#outstanding > 0 && this.waiting < count && (this.#arrived.at(-1)?.pending ?? 0) > 0;
    if (!more()) return;
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      this.interrupt();
    }, ms);
    while (!late && more()) await this.changed();
    clearTimeout(timer);
  }

  /** Wakes who waits for {@link changed}. */
  interrupt(): void {
    this.#change?.resolve();
    this.#change = undefined;
  }

  /** Ends it. When this resolves no delivery is on its way any more; those that were not taken are returned. */
  async drain(): Promise<Item[]> {
    // It rejects when the connection is gone, and then nothing is on its way either.
    if (!this.#subscription.isClosed()) await this.#subscription.drain().catch(() => {});
    this.close();
    return this.take(this.waiting);
  }

  /** Ends it at once; what is on its way or was not taken is dropped. */
  close(): void {
    this.#endListening();
    this.#end();
    if (!this.#subscription.isClosed()) this.#subscription.unsubscribe();
  }

  #receive(error: Error | null, message: Msg): void {
    if (error) {
      this.#end(new PullError('the server refused the subscription', { cause: error }));
      return;
    }
    if (!message.subject.startsWith(`${this.#inbox}.`)) {
      const item = this.#read(message);
      if (item) this.#accept(item);
      return;
    }
    // A status that belongs to an earlier request says nothing about this one.
    if (message.subject !== `${this.#inbox}.${this.#serial}` || this.#outstanding === 0) return;
    const code = message.headers?.code ?? 0;
    if (code === STATUS_HEARTBEAT) this.#hearBeat(Number(message.headers?.get('Nats-Last-Consumer')));
    else if (STATUS_EXPIRED.has(code)) this.#end();
    else this.#end(new PullError(`the server answered ${code} ${message.headers?.description ?? ''}`.trim()));
  }

  #hearBeat(lastSent: number): void {
    if (this.#options.exclusive && lastSent > this.#lastArrived) this.#end(new PullError('a delivery was lost'));
    else this.#silence?.refresh();
  }

  #accept(item: Item): void {
    this.#lastArrived = Math.max(this.#lastArrived, item.consumerSeq);
    this.#arrived.push(item);
    this.#silence?.refresh();
    if (this.#outstanding > 0 && --this.#outstanding === 0) clearTimeout(this.#silence);
    this.interrupt();
  }

  #end(failure?: PullError): void {
    clearTimeout(this.#silence);
    if (this.#outstanding === 0) return;
    this.#outstanding = 0;
    this.#failure = failure;
    this.interrupt();
  }
}
