import { headers as createHeaders, type MsgHdrs } from '@nats-io/transport-node';
import { parseEvent, type StylingEvent } from '@styling/contracts';

/** Header values by name. */
export const readHeaders = (headers: MsgHdrs | undefined): Record<string, string> =>
  Object.fromEntries((headers?.keys() ?? []).map((name) => [name, headers?.get(name) ?? '']));

/** Leaves out headers that NATS gave (`Nats-…`): they would act again. */
export function toHeaders(entries: Readonly<Record<string, string>>): MsgHdrs {
  const headers = createHeaders();
  for (const [name, value] of Object.entries(entries)) {
    if (!name.toLowerCase().startsWith('nats-')) headers.set(name, value);
  }
  return headers;
}

/** Drops the error of an `unparsable` event: it would quote the message. */
export function parsed(data: Uint8Array): StylingEvent | 'unknown' | 'unparsable' {
  try {
    return parseEvent(data) ?? 'unknown';
  } catch {
    return 'unparsable';
  }
}

/** Null for an unknown or unparsable event. */
export function eventIn(data: Uint8Array): StylingEvent | null {
  const event = parsed(data);
  return typeof event === 'string' ? null : event;
}

/** OpenTelemetry attributes of a messaging span. */
export const messagingAttributes = (destination: string, operation: string, type: 'send' | 'process') => ({
  'messaging.system': 'nats',
  'messaging.destination.name': destination,
  'messaging.operation.name': operation,
  'messaging.operation.type': type,
});
