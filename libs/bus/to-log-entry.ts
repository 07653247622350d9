import { PubHeaders } from '@nats-io/jetstream';
import type { Msg, NatsConnection } from '@nats-io/transport-node';
import type { StylingEvent } from '@styling/contracts';
import type { TraceHeaders } from '@styling/telemetry';
import { type Delivery, parseReply, toDelivery } from './delivery.ts';
import { parsed } from './parsed.ts';
import type { Arrival } from './pull.ts';

/** An event and its position; null stands for an event of an unknown type, or what is none of ours. */
export type LogEntry = {
  readonly seq: number;
  /** Id of the message, absent if it has none. */
  readonly id?: string;
  readonly event: StylingEvent | null;
  /** The span that published it. */
  readonly trace?: TraceHeaders;
};

/** An entry as it arrives at a reader. */
export type ArrivedEntry = Arrival & {
  readonly entry: LogEntry;
  /** To be dead-lettered, of a message that is none of our events. */
  readonly unparsable?: Delivery;
};

/** Decodes and validates a message; undefined when it was not delivered by a consumer. */
export function toLogEntry(nc: NatsConnection, message: Msg): ArrivedEntry | undefined {
  const position = parseReply(message.reply ?? '');
  if (!position) return undefined;
  const { seq, consumerSeq, pending } = position;
  const event = parsed(message);
  const id = message.headers?.get(PubHeaders.MsgIdHdr);
  const entry = { seq, ...(id && { id }), event: typeof event === 'string' ? null : event, ...traceOf(message) };
  if (event !== 'unparsable') return { consumerSeq, pending, entry };
  const unparsable = toDelivery(nc, message);
  return { consumerSeq, pending, entry, ...(unparsable && { unparsable }) };
}

/** Read now: a message that is kept for later keeps the client's buffers, and the collector busy. */
function traceOf({ headers }: Msg): Pick<LogEntry, 'trace'> {
  const traceparent = headers?.get('traceparent');
  if (!traceparent) return {};
  const tracestate = headers?.get('tracestate');
  return { trace: { traceparent, ...(tracestate ? { tracestate } : {}) } };
}
