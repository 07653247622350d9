import { JetStreamApiCodes, JetStreamApiError, type PubAck } from '@nats-io/jetstream';
import { errors, RequestError, TimeoutError } from '@nats-io/transport-node';
import { definitionOf, type StylingEvent, subjectOf } from '@styling/contracts';
import { backoff, pause, ServiceError } from '@styling/service';
import { inSpan, type TraceHeaders, traceHeaders } from '@styling/telemetry';
import type { Bus } from './connect.ts';
import { messagingAttributes, toHeaders } from './messages.ts';

const TRY_TIMEOUT_MS = 1_000;

/**
 * Appends `event`, idempotently by its id: `duplicate` when it was there already. `parent`: trace, default the active
 * one; `timeoutMs`: all tries, default 10 s; `after`: required last position on its subject, 0 for none; else
 * {@link isOvertaken}.
 * @throws ServiceError `unavailable` when it was not appended, or the outcome is unknown
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
 * Publishes until acknowledged, in short tries: the client drops what is sent while disconnected. `id` deduplicates for
 * two minutes; `after`: required last sequence on its subject, 0 for none; `timeoutMs`: all tries.
 * @throws ServiceError `unavailable`, caused by the last try's error
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

/** Whether server or client will never take this message. */
export function isRefused(error: unknown): boolean {
  const cause = causeOf(error);
  if (cause instanceof JetStreamApiError) return cause.status < 500;
  return cause instanceof errors.InvalidArgumentError && cause.message.includes('max_payload');
}

/** Whether another message is on its subject since `after`. */
export function isOvertaken(error: unknown): boolean {
  const cause = causeOf(error);
  return cause instanceof JetStreamApiError && cause.code === JetStreamApiCodes.StreamWrongLastSequence;
}

/** No answer, no responders (a cluster without a leader) or a 5xx. */
function mayPass(error: unknown): boolean {
  if (error instanceof JetStreamApiError) return error.status >= 500;
  // Without responders the client reports "JetStream is not enabled", with this as the cause.
  const nobody = error instanceof Error && error.cause instanceof RequestError;
  return nobody || error instanceof TimeoutError || error instanceof RequestError;
}
