import type { Msg, NatsConnection } from '@nats-io/transport-node';
import type { StylingEvent } from '@styling/contracts';
import type { TraceHeaders } from '@styling/telemetry';
import { type Delivery, parseReply, toDelivery } from './delivery.ts';
import { parsed } from './parsed.ts';
import type { Arrival } from './pull.ts';
import type { LogEntry } from './read-log.ts';

/** An entry as it arrives at a reader. */
export type ArrivedEntry = Arrival & {
  readonly entry: LogEntry;
  /** What there is to be kept of a message that is none of our events. */
  readonly unparsable?: Delivery;
};

/** Decodes and validates a message; undefined when it was not delivered by a consumer. */
export function toLogEntry(nc: NatsConnection, message: Msg): ArrivedEntry | undefined {
  const position = parseReply(message.reply ?? '');
  if (!position) return undefined;
  const { seq, consumerSeq, pending } = position;
  const event = parsed(message);
  if (event) return { consumerSeq, pending, entry: new ParsedEntry(seq, event, message) };
  const unparsable = toDelivery(nc, message);
  return { consumerSeq, pending, entry: { seq, event: null }, ...(unparsable && { unparsable }) };
}

/** Headers take as long to decode as half an event, and of most nobody asks for the trace. */
class ParsedEntry implements LogEntry {
  readonly seq: number;
  readonly event: StylingEvent;
  readonly #message: Msg;

  constructor(seq: number, event: StylingEvent, message: Msg) {
    this.seq = seq;
    this.event = event;
    this.#message = message;
  }

  get trace(): TraceHeaders | undefined {
    const traceparent = this.#message.headers?.get('traceparent');
    if (!traceparent) return undefined;
    const tracestate = this.#message.headers?.get('tracestate');
    return { traceparent, ...(tracestate ? { tracestate } : {}) };
  }
}
