import { definitionOf, type StylingEvent, subjectOf } from '@styling/contracts';
import { inSpan, type TraceHeaders, traceHeaders } from '@styling/telemetry';
import { publishAcknowledged } from './acknowledged-publish.ts';
import type { Bus } from './connect.ts';
import { messagingAttributes } from './messaging-attributes.ts';

/** Position of an event in its stream; `duplicate` when it was there already. */
export type Published = { readonly seq: number; readonly duplicate: boolean };

/**
 * Appends `event` to its stream and waits for the acknowledgement. Its id makes repeating safe.
 *
 * @param options.parent headers of its trace, default the active one
 * @param options.timeoutMs for all tries together; default 10 s
 * @param options.after only if the last event on its subject is at this position, 0 for none; see `isOvertaken`
 * @throws ServiceError `unavailable` when it could not be appended, or its outcome is unknown
 */
export function publish(
  bus: Bus,
  event: StylingEvent,
  options: { timeoutMs?: number; parent?: TraceHeaders; after?: number } = {},
): Promise<Published> {
  const { stream } = definitionOf(event.type);
  const attributes = { ...messagingAttributes(stream, 'publish', 'send'), 'cloudevents.event_type': event.type };
  return inSpan('event.publish', { about: event.type, attributes, parent: options.parent }, async () => {
    const data = new TextEncoder().encode(JSON.stringify(event));
    const headers = { 'content-type': 'application/cloudevents+json', ...traceHeaders() };
    const message = { stream, subject: subjectOf(event), id: event.id, data, headers, after: options.after };
    const { seq, duplicate } = await publishAcknowledged(bus, message, options.timeoutMs ?? 10_000);
    return { seq, duplicate };
  });
}
