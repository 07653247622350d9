import { type Msg, nanos } from '@nats-io/transport-node';
import type { Bus } from './connect.ts';
import { parsed, readHeaders } from './messages.ts';

export type Position = NonNullable<ReturnType<typeof parseReply>>;

/** A message to be answered, or kept as it is. */
export class Delivery implements Position {
  readonly stream: string;
  readonly seq: number;
  readonly deliveries: number;
  readonly consumerSeq: number;
  readonly event: ReturnType<typeof parsed>;
  readonly #nc: Bus['nc'];
  readonly #message: Msg;

  constructor(nc: Bus['nc'], message: Msg, { stream, seq, deliveries, consumerSeq }: Position) {
    this.stream = stream;
    this.seq = seq;
    this.deliveries = deliveries;
    this.consumerSeq = consumerSeq;
    this.event = parsed(message.data);
    this.#nc = nc;
    this.#message = message;
  }

  get subject(): string {
    return this.#message.subject;
  }
  get data(): Uint8Array {
    return this.#message.data;
  }
  get headers(): Record<string, string> {
    return readHeaders(this.#message.headers);
  }
  header(name: string): string {
    return this.#message.headers?.get(name) ?? '';
  }

  ack(): void {
    this.#respond('+ACK');
  }
  nak(delayMs: number): void {
    this.#respond(delayMs > 0 ? `-NAK ${JSON.stringify({ delay: Math.round(delayMs * 1e6) })}` : '-NAK');
  }
  /** Without a reason: 2.9 ignores a `+TERM` that has one. */
  term(): void {
    this.#respond('+TERM');
  }
  /** Restarts the ack wait. */
  working(): void {
    this.#respond('+WPI');
  }

  #respond(payload: string): void {
    try {
      this.#nc.publish(this.#message.reply ?? '', payload);
    } catch {
      // Closed for good: unacknowledged, the message is redelivered.
    }
  }
}

/**
 * Parses `$JS.ACK.<stream>.<consumer>.<deliveries>.<seq>.<consumer seq>.<time>.<pending>`, since 2.10 possibly with
 * `<domain>.<account>` after `ACK` and trailing tokens (NATS ADR-15); else undefined. The client exports no parser.
 */
export function parseReply(reply: string) {
  if (!reply.startsWith('$JS.ACK.')) return undefined;
  const tokens = reply.split('.');
  const first = tokens.length === 9 ? 2 : 4;
  const position = {
    stream: tokens[first] ?? '',
    deliveries: Number(tokens[first + 2]),
    seq: Number(tokens[first + 3]),
    /** Without gaps unless a delivery was lost. */
    consumerSeq: Number(tokens[first + 4]),
  };
  return isCount(position.deliveries) && isCount(position.seq) && isCount(position.consumerSeq) ? position : undefined;
}

const isCount = (count: number): boolean => Number.isSafeInteger(count) && count > 0;

export type PullOptions = {
  readonly stream: string;
  readonly consumer: string;
  readonly expiresMs: number;
  /** Interval of heartbeats; a request without one for 2.5 times as long is lost. */
  readonly heartbeatMs: number;
  /** Sole reader: heartbeats then reveal a lost delivery. */
  readonly exclusive?: boolean;
  /** Ends with what is there, else with the next message. Default: when filled or expired. */
  readonly atOnce?: boolean;
};

const HEARTBEAT = 100;
/** 404, or 408 before 2.10: nothing more (`atOnce`); 408: expired. */
const EXPIRED = [404, 408];

/** One inbox with at most one open pull request; what is requested bounds the buffer of what `decode` returns. */
export class Pull<Arrived> {
  readonly #bus: Bus;
  readonly #options: PullOptions;
  readonly #decode: (message: Msg, position: Position) => Arrived;
  readonly #inbox: string;
  readonly #subscription: ReturnType<Bus['nc']['subscribe']>;
  readonly #endWatching: () => void;
  #arrived: Arrived[] = [];
  #serial = 0;
  #outstanding = 0;
  #lastArrived = 0;
  #failure: Error | undefined;
  #watchdog: NodeJS.Timeout | undefined;
  #change: PromiseWithResolvers<boolean> | undefined;

  constructor(bus: Bus, options: PullOptions, decode: (message: Msg, position: Position) => Arrived) {
    this.#bus = bus;
    this.#options = options;
    this.#decode = decode;
    this.#inbox = bus.newInbox();
    this.#subscription = bus.nc.subscribe(`${this.#inbox}.*`, { callback: (error, msg) => this.#receive(error, msg) });
    this.#endWatching = bus.onDisconnect(() => this.#end(new Error('the connection was lost')));
  }

  /** Does nothing while an earlier request is open, or has failed. */
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
   * Requests unless something is here, and resolves with all that arrived, oldest first: at the first arrival, or with
   * `atOnce` at the request's end. Empty at an end without messages, or at {@link interrupt}. `batch` 0 only waits.
   * @throws Error why the last request failed, once, after what arrived before
   */
  async next(batch: number): Promise<Arrived[]> {
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

  /** Resolves a waiting {@link next} now. */
  interrupt(): void {
    this.#wake(true);
  }

  /** Closes once no delivery is on its way; returns those not taken. */
  async drain(): Promise<Arrived[]> {
    // Rejects when the connection is gone: then nothing is on its way.
    if (!this.#subscription.isClosed()) await this.#subscription.drain().catch(() => {});
    this.close();
    return this.#arrived.splice(0);
  }

  /** Closes at once, dropping what is on its way or not taken. */
  close(): void {
    this.#endWatching();
    this.#end();
    if (!this.#subscription.isClosed()) this.#subscription.unsubscribe();
  }

  get #isIdle(): boolean {
    return this.#arrived.length === 0 && !this.#failure;
  }

  /** True at an interruption. */
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
      if (position) this.#accept(this.#decode(message, position), position.consumerSeq);
      return;
    }
    if (message.subject !== `${this.#inbox}.${this.#serial}` || this.#outstanding === 0) return;
    const code = message.headers?.code ?? 0;
    const lastSent = Number(message.headers?.get('Nats-Last-Consumer'));
    if (EXPIRED.includes(code)) this.#end();
    else if (code !== HEARTBEAT) this.#end(new Error(`server status ${code} ${message.headers?.description ?? ''}`));
    else if (this.#options.exclusive && lastSent > this.#lastArrived) this.#end(new Error('a delivery was lost'));
    else this.#watchdog?.refresh();
  }

  #accept(arrived: Arrived, consumerSeq: number): void {
    this.#lastArrived = Math.max(this.#lastArrived, consumerSeq);
    this.#arrived.push(arrived);
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
