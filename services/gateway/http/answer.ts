import type { PublicError } from '@styling/contracts';
import { errorBody, errorHeaders } from '@styling/http';
import { ServiceError, toServiceError } from '@styling/service';
import { LimitExceeded } from '../admission/limit-exceeded.ts';
import { RequestFailed } from '../requests/request-failed.ts';

/** A response before it is sent. */
export type Answer = {
  readonly status: number;
  /** JSON; absent when it was sent already. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** What usage records of it; absent on success. */
  readonly error?: PublicError;
};

/** The response to a request whose handling threw `thrown`, as the spec words it. */
export function errorAnswer(thrown: unknown, requestId: string): Answer & { readonly text: string } {
  const failure = thrown instanceof LimitExceeded || thrown instanceof RequestFailed ? thrown : toServiceError(thrown);
  const { status, code, message, details } = failure;
  const error = { code, message, ...(details !== undefined && { details }) };
  const parameters = failure instanceof RequestFailed ? undefined : failure.parameters;
  const [body, headers] =
    failure instanceof LimitExceeded
      ? [failure.body, failure.headers]
      : [{ ...errorBody(error, requestId), ...detailsOf(failure) }, errorHeaders(status, parameters)];
  return { status, text: JSON.stringify(body), headers, error };
}

/** Members of a body beside those that every error has. */
const detailsOf = (failure: RequestFailed | ServiceError): object =>
  failure instanceof ServiceError && failure.code === 'cursor_expired'
    ? { oldest_cursor: failure.parameters.oldest_cursor }
    : {};
