import type { ErrorCode, ErrorParameters } from '@styling/contracts';
import { ServiceError } from '@styling/service/errors.ts';

/** An error as plain data: structured cloning between threads loses an error's class and additional fields. */
export type SentError =
  | { code: ErrorCode; parameters: ErrorParameters; detail: string | undefined }
  | { code: undefined; message: string; stack: string | undefined };

/** Converts an error for sending to another thread. */
export function sendError(error: unknown): SentError {
  if (error instanceof ServiceError) {
    const detail = error.cause instanceof Error ? error.cause.message : undefined;
    return { code: error.code, parameters: error.parameters, detail };
  }
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return { code: undefined, message, stack };
}

/** The inverse of {@link sendError}; restores ServiceErrors. */
export function receiveError(sent: SentError): Error {
  if (sent.code !== undefined) {
    const options = sent.detail === undefined ? {} : { cause: new Error(sent.detail) };
    return new ServiceError(sent.code, sent.parameters, options);
  }
  const error = new Error(sent.message);
  if (sent.stack !== undefined) error.stack = sent.stack;
  return error;
}
