import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { readHeaders } from './headers.ts';

/** One delivery to a pull consumer, by its reply address (NATS ADR-15): the client library does not export its own. */
export type Delivery = {
  readonly stream: string;
  /** Position in the stream. */
  readonly seq: number;
  /** How often it was delivered, this time included. */
  readonly deliveries: number;
  /** Number of the delivery among all of this consumer: without gaps, if nothing was lost. */
  readonly consumerSeq: number;
  /** How many were still to be delivered to this consumer when it was sent. */
  readonly pending: number;
  readonly subject: string;
  readonly data: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
  /** Handled. */
  ack(): void;
  /** To be delivered again, `delayMs` from now. */
  nak(delayMs: number): void;
  /** Never to be delivered again (without a reason: 2.9 ignores a `+TERM` that has one). */
  term(): void;
  /** Restarts its acknowledgement time. */
  working(): void;
};

/** Undefined when `message` was not delivered by a pull consumer. */
export function toDelivery(nc: NatsConnection, message: Msg): Delivery | undefined {
  const reply = message.reply ?? '';
  const position = parseReply(reply);
  if (!position) return undefined;
  const respond = (payload: string) => {
    try {
      nc.publish(reply, payload);
    } catch {
      // The connection is closed for good. Without an acknowledgement the message is delivered again.
    }
  };
  return {
    ...position,
    subject: message.subject,
    data: message.data,
    headers: readHeaders(message.headers),
    ack: () => respond('+ACK'),
    nak: (delayMs) => respond(delayMs > 0 ? `-NAK ${JSON.stringify({ delay: Math.round(delayMs * 1e6) })}` : '-NAK'),
    term: () => respond('+TERM'),
    working: () => respond('+WPI'),
  };
}

/**
 * `$JS.ACK.<stream>.<consumer>.<deliveries>.<seq>.<consumer seq>.<time>.<pending>`, since 2.10 possibly with
 * `<domain>.<account>` after `ACK` and more tokens at the end.
 */
export function parseReply(
  reply: string,
): Pick<Delivery, 'stream' | 'seq' | 'deliveries' | 'consumerSeq' | 'pending'> | undefined {
  if (!reply.startsWith('$JS.ACK.')) return undefined;
  const tokens = reply.split('.');
  const [stream = '', , deliveries, seq, consumerSeq, , pending] = tokens.slice(tokens.length === 9 ? 2 : 4);
  const position = {
    stream,
    deliveries: Number(deliveries),
    seq: Number(seq),
    consumerSeq: Number(consumerSeq),
    pending: Number(pending) || 0,
  };
  return isCount(position.deliveries) && isCount(position.seq) && isCount(position.consumerSeq) ? position : undefined;
}

const isCount = (n: number): boolean => Number.isSafeInteger(n) && n > 0;
