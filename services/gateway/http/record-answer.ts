import { answerRead } from '@styling/contracts';
import { publishOrStore } from '../upkeep/outbox.ts';
import type { Answer } from './answer.ts';
import type { Call } from './define-endpoint.ts';

/** CloudEvents source of the gateway's events. */
export const SOURCE = '/services/gateway';

/**
 * Publishes that a request was answered which was not admitted, so that usage counts it before the client can ask; while the log
 * is unreachable it is counted later. If even that fails, the client still gets its response. To readers of the log a refusal or
 * a replay is no fact: its event is a read, even at a counted endpoint, and its stream drops its oldest.
 */
export async function recordAnswer(call: Call, { status, error }: Answer): Promise<void> {
  const { gateway, endpoint, request_id, received_at, caller } = call;
  if (endpoint.isPolled) return gateway.readCounts.add(caller, endpoint.path, status, received_at);
  const ended = { request_id, ...caller, endpoint: endpoint.path, received_at: received_at.toISOString() };
  // Details quote what the client sent, and no event has text of a client.
  const failure = error ? { code: error.code, message: error.message, status } : null;
  try {
    await publishOrStore(gateway, answerRead(ended, gateway.clock(), failure, status));
  } catch (error) {
    gateway.log.error({ err: error, request_id, status }, 'recording a response failed');
  }
}
