import { JetStreamApiError, type PubAck } from '@nats-io/jetstream';
import { errors, RequestError, TimeoutError } from '@nats-io/transport-node';
import { backoff, pause, ServiceError } from '@styling/service';
import type { Bus } from './connect.ts';
import { toHeaders } from './headers.ts';

/** A message for a stream; the server drops duplicates of `id` within two minutes. */
export type StreamMessage = {
  readonly stream: string;
  readonly subject: string;
  readonly id: string;
  readonly data: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
  /** It is stored only if the last message on its subject has this sequence; 0: if there is none. */
  readonly after?: number | undefined;
};

const TRY_TIMEOUT_MS = 1_000;

/**
 * Publishes until the stream acknowledges. The client drops what is published while disconnected, so every try is short.
 *
 * @param timeoutMs for all tries together
 * @throws ServiceError `unavailable`, with the last try's error as its cause
 */
export async function publishAcknowledged(bus: Bus, message: StreamMessage, timeoutMs: number): Promise<PubAck> {
  const deadline = Date.now() + timeoutMs;
  for (let attempt = 0; ; attempt++) {
    try {
      return await bus.js.publish(message.subject, message.data, {
        msgID: message.id,
        expect: {
          streamName: message.stream,
          ...(message.after === undefined ? {} : { lastSubjectSequence: message.after }),
        },
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

/** Whether a publish failed because the server, or the client, never takes this message. */
export const isRefused = (error: unknown): boolean => {
  const cause = error instanceof ServiceError ? error.cause : error;
  return (
    (cause instanceof JetStreamApiError && cause.status < 500) ||
    (cause instanceof errors.InvalidArgumentError && cause.message.includes('max_payload'))
  );
};

/** "wrong last sequence", in NATS's list of errors. */
const WRONG_LAST_SEQUENCE = 10_071;

/** Whether a publish failed because there is another message on its subject since `after`. */
export const isOvertaken = (error: unknown): boolean => {
  const cause = error instanceof ServiceError ? error.cause : error;
  return cause instanceof JetStreamApiError && cause.code === WRONG_LAST_SEQUENCE;
};

/** No answer, no responders (a cluster without a leader) or a 5xx of the server: worth a retry. */
function mayPass(error: unknown): boolean {
  if (error instanceof JetStreamApiError) return error.status >= 500;
  // Without responders the client reports "JetStream is not enabled", with this as the cause.
  const nobody = error instanceof Error && error.cause instanceof RequestError;
  return nobody || error instanceof TimeoutError || error instanceof RequestError;
}
