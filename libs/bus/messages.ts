import { headers as createHeaders, type MsgHdrs } from '@nats-io/transport-node';
import { parseEvent, type StylingEvent } from '@styling/contracts';

/** Headers of a message by name. */
export const readHeaders = (headers: MsgHdrs | undefined): Record<string, string> =>
  Object.fromEntries((headers?.keys() ?? []).map((name) => [name, headers?.get(name) ?? '']));

/** Headers to publish. Those that NATS gave a message (`Nats-…`) are left out: they would act again. */
export function toHeaders(entries: Readonly<Record<string, string>>): MsgHdrs {
  const headers = createHeaders();
  for (const [name, value] of Object.entries(entries)) {
    if (!name.toLowerCase().startsWith('nats-')) headers.set(name, value);
  }
  return headers;
}

/** The event in a message. The error of an `unparsable` one is dropped: it would quote the message. */
export function parsed(data: Uint8Array): StylingEvent | 'unknown' | 'unparsable' {
  try {
    return parseEvent(data) ?? 'unknown';
  } catch {
    return 'unparsable';
  }
}

/** The event in a message, or null when it holds none that is known here. */
export function eventIn(data: Uint8Array): StylingEvent | null {
  const event = parsed(data);
  return typeof event === 'string' ? null : event;
}

/** Attributes of a messaging span, as OpenTelemetry names them. */
export const messagingAttributes = (destination: string, operation: string, type: 'send' | 'process') => ({
  'messaging.system': 'nats',
  'messaging.destination.name': destination,
  'messaging.operation.name': operation,
  'messaging.operation.type': type,
});
