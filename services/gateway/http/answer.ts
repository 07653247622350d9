import { answerRead, type PublicError } from '@styling/contracts';
import { errorBody, errorHeaders } from '@styling/http';
import { toServiceError } from '@styling/service';
import { LimitExceeded } from '../admission/rate-limit.ts';
import { publishOrStore } from '../upkeep/outbox.ts';
import type { Call } from './define-endpoint.ts';

export type Answer = {
  readonly status: number;
  /** JSON; absent when it was sent already. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Recorded by usage; absent on success. */
  readonly error?: PublicError;
};

/** A request that completed with an error: status, code, text and details are those of its terminal event. */
export class RequestFailed extends Error {
  override readonly name = 'RequestFailed';
  readonly status: number;
  readonly code: PublicError['code'];
  readonly details: PublicError['details'];

  constructor(status: number, { code, message, details }: PublicError) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/** The response to a request whose handling threw `thrown`, as the spec words it. */
export function errorAnswer(thrown: unknown, requestId: string): Answer & { readonly text: string } {
  const failure = thrown instanceof RequestFailed ? thrown : toServiceError(thrown);
  const { status, code, message, details } = failure;
  const error = { code, message, ...(details !== undefined && { details }) };
  if (failure instanceof LimitExceeded) {
    return { status, text: JSON.stringify(failure.body), headers: failure.headers, error };
  }
  const parameters = failure instanceof RequestFailed ? {} : failure.parameters;
  const { oldest_cursor } = code === 'cursor_expired' ? parameters : {};
  const body = { ...errorBody(error, requestId), oldest_cursor };
  return { status, text: JSON.stringify(body), headers: errorHeaders(status, parameters), error };
}

/**
 * Publishes the answer to a request that was not admitted, so that usage counts it before the client can ask; later
 * while the log is unreachable. Never rejects. It is a read, even at a counted endpoint: its stream drops its oldest.
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
