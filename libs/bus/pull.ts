import { type Msg, nanos } from '@nats-io/transport-node';
import type { Bus } from './connect.ts';
import { parsed, readHeaders } from './messages.ts';

/** One delivery to a pull consumer, decoded at its arrival. */
export type Delivery = ReturnType<typeof toDelivery>;

function toDelivery({ nc }: Bus, message: Msg, position: NonNullable<ReturnType<typeof parseReply>>) {
  const { reply = '', subject, data, headers } = message;
  const respond = (payload: string) => {
    try {
      nc.publish(reply, payload);
    } catch {
      // The connection is closed for good. Without an acknowledgement the message is delivered again.
    }
  };
  return {
    ...position,
    subject,
    data,
    event: parsed(data),
    /** One header; empty without it. */
    header: (name: string): string => headers?.get(name) ?? '',
    get headers() {
      return readHeaders(headers);
    },
    /** Handled. */
    ack: () => respond('+ACK'),
    /** To be delivered again, `delayMs` from now. */
    nak: (delayMs: number) =>
      respond(delayMs > 0 ? `-NAK ${JSON.stringify({ delay: Math.round(delayMs * 1e6) })}` : '-NAK'),
    /** Never to be delivered again (without a reason: 2.9 ignores a `+TERM` that has one). */
    term: () => respond('+TERM'),
    /** Restarts its acknowledgement time. */
    working: () => respond('+WPI'),
  };
}

/**
 * `$JS.ACK.<stream>.<consumer>.<deliveries>.<seq>.<consumer seq>.<time>.<pending>`, since 2.10 possibly with
 * `<domain>.<account>` after `ACK` and more tokens at the end (NATS ADR-15); undefined for anything else. The client library
 * does not export its own parser.
 */
export function parseReply(reply: string) {
  if (!reply.startsWith('$JS.ACK.')) return undefined;
  const tokens = reply.split('.');
  const [stream = '', , ...numbers] = tokens.slice(tokens.length === 9 ? 2 : 4);
  const [deliveries = 0, seq = 0, consumerSeq = 0] = numbers.map(Number);
  const isDelivery = [deliveries, seq, consumerSeq].every((count) => Number.isSafeInteger(count) && count > 0);
  if (!isDelivery) return undefined;
  return {
    stream,
    /** Position in the stream. */
    seq,
    /** How often it was delivered, this time included. */
    deliveries,
    /** Number of the delivery among all of this consumer: without gaps, if nothing was lost. */
    consumerSeq,
  };
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

const HEARTBEAT = 100;
/** 404 or, before 2.10, 408: no more is there (`atOnce`); 408: the time is up. The ordinary ends. */
const EXPIRED = [404, 408];

/** One inbox with at most one open request to a pull consumer. Deliveries are buffered, bounded by what is requested. */
export class Pull {
  readonly #bus: Bus;
  readonly #options: PullOptions;
  readonly #inbox: string;
  readonly #subscription: ReturnType<Bus['nc']['subscribe']>;
  readonly #endWatching: () => void;
  #arrived: Delivery[] = [];
  #serial = 0;
  #outstanding = 0;
  #lastArrived = 0;
  #failure: Error | undefined;
  #watchdog: NodeJS.Timeout | undefined;
  #change: PromiseWithResolvers<boolean> | undefined;

  constructor(bus: Bus, options: PullOptions) {
    this.#bus = bus;
    this.#options = options;
    this.#inbox = bus.newInbox();
    this.#subscription = bus.nc.subscribe(`${this.#inbox}.*`, { callback: (error, msg) => this.#receive(error, msg) });
    this.#endWatching = bus.onDisconnect(() => this.#end(new Error('the connection was lost')));
  }

  /** Asks for up to `batch` messages; does nothing while an earlier request is open, or has failed. */
  request(batch: number): void {
    if (this.#outstanding > 0 || this.#failure) return;
    const { stream, consumer, expiresMs, heartbeatMs, atOnce } = this.#options;
    // With `expires` the server waits for a first message, also with `no_wait`.
    const body = { batch, expires: nanos(expiresMs), idle_heartbeat: nanos(heartbeatMs), no_wait: atOnce };
    this.#outstanding = batch;
    this.#serial++;
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => this.#end(new Error('missed heartbeats')), heartbeatMs * 2.5);
    try {
      const subject = `$JS.API.CONSUMER.MSG.NEXT.${stream}.${consumer}`;
      this.#bus.nc.publish(subject, JSON.stringify(body), { reply: `${this.#inbox}.${this.#serial}` });
    } catch (cause) {
      this.#end(new Error('the request could not be sent', { cause }));
    }
  }

  /**
   * Makes a {@link request} unless something is here, and resolves with all that has arrived, oldest first: as soon as anything has, or
   * once a request that ends `atOnce` has ended. Empty when the request has ended without any, or at {@link interrupt}.
   *
   * @param batch 0: only waits
   * @throws Error why the last request failed, once, after what arrived before
   */
  async next(batch: number): Promise<Delivery[]> {
    if (this.#isIdle && batch > 0) this.request(batch);
    let isInterrupted = this.#isIdle && (await this.#changed());
    while (this.#options.atOnce && this.#outstanding > 0 && !isInterrupted) isInterrupted = await this.#changed();
    const failure = this.#failure;
    if (this.#arrived.length === 0 && failure) {
      this.#failure = undefined;
      throw failure;
    }
    return this.#arrived.splice(0);
  }

  /** Makes {@link next} resolve now, if it waits. */
  interrupt(): void {
    this.#wake(true);
  }

  /** Ends it. When this resolves no delivery is on its way any more; those that were not taken are returned. */
  async drain(): Promise<Delivery[]> {
    // It rejects when the connection is gone, and then nothing is on its way either.
    if (!this.#subscription.isClosed()) await this.#subscription.drain().catch(() => {});
    this.close();
    return this.#arrived.splice(0);
  }

  /** Ends it at once; what is on its way or was not taken is dropped. */
  close(): void {
    this.#endWatching();
    this.#end();
    if (!this.#subscription.isClosed()) this.#subscription.unsubscribe();
  }

  get #isIdle(): boolean {
    return this.#arrived.length === 0 && !this.#failure;
  }

  /** Resolves at the next delivery or end of the request with false, at an interruption with true. */
  #changed(): Promise<boolean> {
    this.#change ??= Promise.withResolvers();
    return this.#change.promise;
  }

  #wake(isInterrupted: boolean): void {
    this.#change?.resolve(isInterrupted);
    this.#change = undefined;
  }

  #receive(error: Error | null, message: Msg): void {
    if (error) {
      this.#end(new Error('the server refused the subscription', { cause: error }));
      return;
    }
    if (!message.subject.startsWith(`${this.#inbox}.`)) {
      const position = parseReply(message.reply ?? '');
      if (position) this.#accept(toDelivery(this.#bus, message, position));
      return;
    }
    // The status of an earlier request.
    if (message.subject !== `${this.#inbox}.${this.#serial}` || this.#outstanding === 0) return;
    const code = message.headers?.code ?? 0;
    const lastSent = Number(message.headers?.get('Nats-Last-Consumer'));
    if (EXPIRED.includes(code)) this.#end();
    else if (code !== HEARTBEAT) this.#end(new Error(`server status ${code} ${message.headers?.description ?? ''}`));
    else if (this.#options.exclusive && lastSent > this.#lastArrived) this.#end(new Error('a delivery was lost'));
    else this.#watchdog?.refresh();
  }

  #accept(delivery: Delivery): void {
    this.#lastArrived = Math.max(this.#lastArrived, delivery.consumerSeq);
    this.#arrived.push(delivery);
    this.#watchdog?.refresh();
    if (this.#outstanding > 0 && --this.#outstanding === 0) clearTimeout(this.#watchdog);
    this.#wake(false);
  }

  #end(failure?: Error): void {
    clearTimeout(this.#watchdog);
    if (this.#outstanding === 0) return;
    this.#outstanding = 0;
    this.#failure = failure;
    this.#wake(false);
  }
}
