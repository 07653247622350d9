import { type ErrorCode, type ErrorParameters, errorStatus, publicMessage } from '@styling/contracts/errors.ts';

/** The only error class that crosses module boundaries: `message` is public, internal details are in `cause`. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ErrorCode;
  readonly status: number;
  /** Values of the message's placeholders, to rebuild the error in another process. */
  readonly parameters: ErrorParameters;
  readonly details: string | undefined;

  /** @param parameters values of the message's placeholders, e.g. `{ field: 'selfie_base64' }`, and `details` */
  constructor(code: ErrorCode, parameters: ErrorParameters = {}, options?: ErrorOptions) {
    super(publicMessage(code, parameters), options);
    this.code = code;
    this.status = errorStatus(code);
    this.parameters = parameters;
    this.details = parameters.details?.toString();
  }
}

/** Whether a provider failed before anything was paid (`nothingPaid` of the cause), so that another may be asked. */
export const isNothingPaid = ({ cause }: ServiceError): boolean =>
  cause instanceof Error && 'nothingPaid' in cause && cause.nothingPaid === true;

/** Wraps a failure after an attempt that may have been paid: {@link isNothingPaid} is false for it. */
export const afterPaid = (error: ServiceError): ServiceError =>
  new ServiceError(error.code, error.parameters, { cause: error });

/** `error` if it is a ServiceError, else `internal` (500) with `error` as cause. */
export function toServiceError(error: unknown): ServiceError {
  return error instanceof ServiceError ? error : new ServiceError('internal', {}, { cause: error });
}

/** One line for standard error about a failed command, with the cause's message if there is one. */
export function failureLine(command: string, error: unknown): string {
  if (!(error instanceof Error)) return `${command}: ${error}`;
  return `${command}: ${error.message}${error.cause instanceof Error ? ` (${error.cause.message})` : ''}`;
}

/** The error that cancelled `signal` for good; undefined while work goes on, or if a redelivery will continue it. */
export const cancellationOf = (signal: AbortSignal | undefined): ServiceError | undefined =>
  signal?.aborted && signal.reason instanceof ServiceError ? signal.reason : undefined;

/** `error` with its field renamed by `names`: a worker does not know the field that a picture came in. */
export function renamingField(error: unknown, names: Readonly<Record<string, string>>): unknown {
  if (!(error instanceof ServiceError)) return error;
  const name = names[String(error.parameters.field)];
  return name === undefined
    ? error
    : new ServiceError(error.code, { ...error.parameters, field: name }, { cause: error });
}
