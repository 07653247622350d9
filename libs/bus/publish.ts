import { JetStreamApiCodes, JetStreamApiError, type PubAck } from '@nats-io/jetstream';
import { errors, RequestError, TimeoutError } from '@nats-io/transport-node';
import { definitionOf, type StylingEvent, subjectOf } from '@styling/contracts';
import { backoff, pause, ServiceError } from '@styling/service';
import { inSpan, type TraceHeaders, traceHeaders } from '@styling/telemetry';
import type { Bus } from './connect.ts';
import { messagingAttributes, toHeaders } from './messages.ts';

const TRY_TIMEOUT_MS = 1_000;

/**
 * Appends `event` to its stream and waits for the acknowledgement. Its id makes repeating safe.
 *
 * @param options.parent headers of its trace, default the active one
 * @param options.timeoutMs for all tries together; default 10 s
 * @param options.after only if the last event on its subject is at this position, 0 for none; see {@link isOvertaken}
 * @returns its position in the stream; `duplicate` when it was there already
 * @throws ServiceError `unavailable` when it could not be appended, or its outcome is unknown
 */
export function publish(
  bus: Bus,
  event: StylingEvent,
  options: { timeoutMs?: number; parent?: TraceHeaders; after?: number } = {},
): Promise<Pick<PubAck, 'seq' | 'duplicate'>> {
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

/**
 * Publishes until the stream acknowledges. The client drops what is published while disconnected, so every try is short.
 *
 * @param message.id the server drops duplicates of it within two minutes
 * @param message.after store it only if the last message on its subject has this sequence; 0: if there is none
 * @param timeoutMs for all tries together
 * @throws ServiceError `unavailable`, with the last try's error as its cause
 */
export async function publishAcknowledged(
  bus: Bus,
  message: {
    readonly stream: string;
    readonly subject: string;
    readonly id: string;
    readonly data: Uint8Array;
    readonly headers: Readonly<Record<string, string>>;
    readonly after?: number | undefined;
  },
  timeoutMs: number,
): Promise<PubAck> {
  const deadline = Date.now() + timeoutMs;
  const { stream: streamName, after: lastSubjectSequence } = message;
  const expect = lastSubjectSequence === undefined ? { streamName } : { streamName, lastSubjectSequence };
  for (let attempt = 0; ; attempt++) {
    try {
      return await bus.js.publish(message.subject, message.data, {
        msgID: message.id,
        expect,
        timeout: Math.max(1, Math.min(TRY_TIMEOUT_MS, deadline - Date.now())),
        headers: toHeaders(message.headers),
      });
    } catch (cause) {
      const wait = backoff(attempt, 20, 500, Math.random());
      if (!mayPass(cause) || Date.now() + wait >= deadline) throw new ServiceError('unavailable', {}, { cause });
      await pause(wait);
    }
  }
}

const causeOf = (error: unknown): unknown => (error instanceof ServiceError ? error.cause : error);

/** Whether a publish failed because the server, or the client, never takes this message. */
export function isRefused(error: unknown): boolean {
  const cause = causeOf(error);
  if (cause instanceof JetStreamApiError) return cause.status < 500;
  return cause instanceof errors.InvalidArgumentError && cause.message.includes('max_payload');
}

/** Whether a publish failed because there is another message on its subject since `after`. */
export function isOvertaken(error: unknown): boolean {
  const cause = causeOf(error);
  return cause instanceof JetStreamApiError && cause.code === JetStreamApiCodes.StreamWrongLastSequence;
}

/** No answer, no responders (a cluster without a leader) or a 5xx of the server: worth a retry. */
function mayPass(error: unknown): boolean {
  if (error instanceof JetStreamApiError) return error.status >= 500;
  // Without responders the client reports "JetStream is not enabled", with this as the cause.
  const nobody = error instanceof Error && error.cause instanceof RequestError;
  return nobody || error instanceof TimeoutError || error instanceof RequestError;
}
