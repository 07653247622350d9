import { JetStreamApiError, type PubAck } from '@nats-io/jetstream';
import { headers as createHeaders, RequestError, TimeoutError } from '@nats-io/transport-node';
import { backoff, pause, ServiceError } from '@styling/service';
import type { Bus } from './connect.ts';

/** A message for a stream; `id` is what the server tells duplicates by, within two minutes. */
export type StreamMessage = {
  readonly stream: string;
  readonly subject: string;
  readonly id: string;
  readonly data: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
  /** Only the first on its subject is stored, however late another comes. */
  readonly isOnlyOne?: boolean;
};

const TRY_TIMEOUT_MS = 1_000;

/**
 * Publishes until the stream acknowledges. What is published while disconnected is thrown away by the client, so every
 * try is short; repeating under the same id stores nothing twice, even across a kill of the server.
 *
 * @param timeoutMs for all tries together
 * @throws ServiceError `unavailable`, with the last try's error as its cause
 */
export async function publishAcknowledged(bus: Bus, message: StreamMessage, timeoutMs: number): Promise<PubAck> {
  const deadline = Date.now() + timeoutMs;
  for (let attempt = 0; ; attempt++) {
    try {
      const headers = createHeaders();
      for (const [name, value] of Object.entries(message.headers)) headers.set(name, value);
      return await bus.js.publish(message.subject, message.data, {
        msgID: message.id,
        expect: { streamName: message.stream, ...(message.isOnlyOne ? { lastSubjectSequence: 0 } : {}) },
        timeout: Math.max(1, Math.min(TRY_TIMEOUT_MS, deadline - Date.now())),
        headers,
      });
    } catch (cause) {
      const wait = backoff(attempt, 20, 500, Math.random());
      if (!mayPass(cause) || Date.now() + wait >= deadline) throw new ServiceError('unavailable', {}, { cause });
      await pause(wait);
    }
  }
}

/** No answer, nobody listening (a cluster without a leader) or a 5xx of the server: trying again can help. */
function mayPass(error: unknown): boolean {
  if (error instanceof JetStreamApiError) return error.status >= 500;
  // With nobody listening the client says "JetStream is not enabled", which it may well be, and puts this in the cause.
  const nobody = error instanceof Error && error.cause instanceof RequestError;
  return nobody || error instanceof TimeoutError || error instanceof RequestError;
}
