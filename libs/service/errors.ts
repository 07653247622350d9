import { type ErrorCode, type ErrorParameters, errorStatus, publicMessage } from '@styling/contracts/errors.ts';

/**
 * The one error class that crosses module borders. `message` is the public text of its `code` and may be sent to a
 * client; what really happened is in `cause` and stays inside.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ErrorCode;
  readonly status: number;
  /** Values of the message's placeholders, to build the same error elsewhere. */
  readonly parameters: ErrorParameters;

  /** @param parameters values for the message's placeholders, e.g. `{ field: 'selfie_base64' }` */
  constructor(code: ErrorCode, parameters: ErrorParameters = {}, options?: ErrorOptions) {
    super(publicMessage(code, parameters), options);
    this.code = code;
    this.status = errorStatus(code);
    this.parameters = parameters;
  }
}

/** `error` itself when it already has a public face, else an `internal` (500) error that hides it as its cause. */
export function toServiceError(error: unknown): ServiceError {
  return error instanceof ServiceError ? error : new ServiceError('internal', {}, { cause: error });
}
