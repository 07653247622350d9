import { ServiceError } from '@styling/service';
import { providerText } from './provider-text.ts';

/**
 * Why a prediction failed:
 * - `throttled`: 429 until the deadline; nothing was created
 * - `unavailable`: unreachable, or a 5xx; nothing was created
 * - `ambiguous`: the response to a create was lost; a paid prediction with an unknown id may be running
 * - `refused`: by a safety filter
 * - `invalid`: our request or our account was rejected (400, 401, 402, 404, 422)
 * - `failed`: it ran and failed, or its output is unusable
 * - `deadline`: not finished in time; it was cancelled
 * - `expired`: it succeeded, but its output was removed before it was downloaded
 */
export type ReplicateErrorKind =
  | 'throttled'
  | 'unavailable'
  | 'ambiguous'
  | 'refused'
  | 'invalid'
  | 'failed'
  | 'deadline'
  | 'expired';

/** Details of a failure. */
export type FailureDetails = {
  /** The vendor's code or the HTTP status, e.g. `E003`, `422`. */
  readonly code?: string;
  /** Whether the same model may succeed a moment later. */
  readonly retryable?: boolean;
  /** An error, or the vendor's text, of which only a redacted start is kept. */
  readonly cause?: unknown;
};

/** A failed prediction. The message is ours; the vendor's text is in `cause` only. */
export class ReplicateError extends Error {
  override readonly name = 'ReplicateError';
  readonly kind: ReplicateErrorKind;
  readonly code: string | undefined;
  readonly retryable: boolean;

  constructor(kind: ReplicateErrorKind, message: string, { code, retryable = false, cause }: FailureDetails = {}) {
    super(code ? `${message} (${code})` : message, {
      cause: typeof cause === 'string' ? new Error(providerText(cause)) : cause,
    });
    this.kind = kind;
    this.code = code;
    this.retryable = retryable;
  }
}

/**
 * Maps the error to one that a client may see. `unavailable` invites a retry and is used only if no prediction was
 * created; a lost response to a create becomes `internal`, which is never retried.
 */
export function toPublicError(cause: ReplicateError): ServiceError {
  switch (cause.kind) {
    case 'refused':
      return new ServiceError('content_refused', {}, { cause });
    case 'deadline':
      return new ServiceError('deadline_exceeded', {}, { cause });
    case 'throttled':
    case 'unavailable':
      return new ServiceError('unavailable', {}, { cause });
    default:
      return new ServiceError('internal', {}, { cause });
  }
}
