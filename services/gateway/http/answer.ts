import { errorStatus, type PublicError, type RequestCompleted } from '@styling/contracts';
import { errorBody, errorHeaders } from '@styling/http';
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

/** An error as the spec words it. */
export function failure(error: PublicError, requestId: string): Answer {
  const status = errorStatus(error.code);
  return { status, body: errorBody(error, requestId), headers: errorHeaders(status), error };
}

/**
 * The answer to a request that its terminal event gives.
 *
 * @param requestId of the request that is being answered
 * @param success words a success
 */
export const toAnswer = (
  completed: RequestCompleted['data'],
  requestId: string,
  success: (completed: RequestCompleted['data']) => Answer | Promise<Answer>,
): Answer | Promise<Answer> => (completed.error ? failure(completed.error, requestId) : success(completed));

/** The public face of an error. */
export const publicErrorOf = (error: ServiceError): PublicError => ({ code: error.code, message: error.message });
