import { type Msg, nanos, type Subscription } from '@nats-io/transport-node';
import type { Bus } from './connect.ts';
import type { Delivery } from './delivery.ts';

/** A pull request failed. */
export class PullError extends Error {
  override readonly name = 'PullError';
}

export type PullOptions = {
  readonly stream: string;
  readonly consumer: string;
  /** How long the server keeps a request open, in ms. */
  readonly expiresMs: number;
  /** How often the server sends a heartbeat, in ms; without one for two and a half times that a request is lost. */
  readonly heartbeatMs: number;
  /** Nobody else pulls from the consumer: its heartbeats then reveal a delivery that did not arrive. */
  readonly exclusive?: boolean;
  /** A request ends with the messages that are there, or else with the next one. Default: once it is filled, or its time is up. */
  readonly atOnce?: boolean;
};

const STATUS_HEARTBEAT = 100;
/** 404 or, before 2.10, 408: no more is there (`atOnce`); 408: the time is up. The ordinary ends. */
const STATUS_EXPIRED = new Set([404, 408]);

/** What a delivery is made into when it arrives; the numbers are those of the {@link Delivery}. */
export type Arrival = Pick<Delivery, 'consumerSeq' | 'pending'>;

/** One inbox with at most one open request to a pull consumer. Deliveries are buffered, bounded by what is requested. */
export class Pull<Item extends Arrival> {
  readonly #bus: Bus;
  readonly #options: PullOptions;
  readonly #read: (message: Msg) => Item | undefined;
  readonly #inbox: string;
  readonly #subscription: Subscription;
  readonly #endWatching: () => void;
  #arrived: Item[] = [];
  #serial = 0;
  #outstanding = 0;
  #lastArrived = 0;
  #failure: PullError | undefined;
  #watchdog: NodeJS.Timeout | undefined;
  #change: PromiseWithResolvers<void> | undefined;

  /** @param read decodes a message at its arrival; undefined when it was not delivered by a consumer */
  constructor(bus: Bus, options: PullOptions, read: (message: Msg) => Item | undefined) {
    this.#bus = bus;
    this.#options = options;
    this.#read = read;
    this.#inbox = bus.newInbox();
    this.#subscription = bus.nc.subscribe(`${this.#inbox}.*`, { callback: (error, msg) => this.#receive(error, msg) });
    this.#endWatching = bus.onDisconnect(() => this.#end(new PullError('the connection was lost')));
  }

  /** How many deliveries wait to be taken. */
  get waiting(): number {
    return this.#arrived.length;
  }

  /** Asks for up to `batch` messages; does nothing while an earlier request is open. */
  request(batch: number): void {
    if (this.#outstanding > 0) return;
    const { stream, consumer, expiresMs, heartbeatMs, atOnce } = this.#options;
    const bounds = { batch, expires: nanos(expiresMs), idle_heartbeat: nanos(heartbeatMs) };
    // With `expires` the server waits for a first message nevertheless.
    const body = atOnce ? { ...bounds, no_wait: true } : bounds;
    this.#outstanding = batch;
    this.#serial++;
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => this.#end(new PullError('missed heartbeats')), heartbeatMs * 2.5);
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

  /** Why the last request failed, reported once. */
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

  /** Resolves when `count` wait to be taken, the server has no more, the request has ended, or `ms` are over. */
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
    this.#endWatching();
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
    // The status of an earlier request.
    if (message.subject !== `${this.#inbox}.${this.#serial}` || this.#outstanding === 0) return;
    const code = message.headers?.code ?? 0;
    if (code === STATUS_HEARTBEAT) this.#onHeartbeat(Number(message.headers?.get('Nats-Last-Consumer')));
    else if (STATUS_EXPIRED.has(code)) this.#end();
    else this.#end(new PullError(`server status ${code} ${message.headers?.description ?? ''}`.trim()));
  }

  #onHeartbeat(lastSent: number): void {
    if (this.#options.exclusive && lastSent > this.#lastArrived) this.#end(new PullError('a delivery was lost'));
    else this.#watchdog?.refresh();
  }

  #accept(item: Item): void {
    this.#lastArrived = Math.max(this.#lastArrived, item.consumerSeq);
    this.#arrived.push(item);
    this.#watchdog?.refresh();
    if (this.#outstanding > 0 && --this.#outstanding === 0) clearTimeout(this.#watchdog);
    this.interrupt();
  }

  #end(failure?: PullError): void {
    clearTimeout(this.#watchdog);
    if (this.#outstanding === 0) return;
    this.#outstanding = 0;
    this.#failure = failure;
    this.interrupt();
  }
}
