import { errorStatus, type PublicError } from '@styling/contracts';
import type { ServiceError } from '@styling/service';

/** What an endpoint answers, before it is put on the wire. */
export type Answer = {
  readonly status: number;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
  /** What usage and logs say of it; absent on success. */
  readonly error?: PublicError;
};

/** 200 with a body. */
export const success = (body: object, headers: Readonly<Record<string, string>> = {}): Answer => ({
  status: 200,
  body,
  headers,
});

/** Seconds after which a client may try again when we are unavailable. */
const UNAVAILABLE_RETRY_SECONDS = 5;

/** The spec's error body, with `code` and `request_id` beside `error`. */
export function failure(error: PublicError, requestId: string): Answer {
  const status = errorStatus(error.code);
  return {
    status,
    body: { error: error.message, code: error.code, request_id: requestId },
    headers: status === 503 ? { 'Retry-After': String(UNAVAILABLE_RETRY_SECONDS) } : {},
    error,
  };
}

/** The public face of an error. */
export const publicErrorOf = (error: ServiceError): PublicError => ({ code: error.code, message: error.message });
