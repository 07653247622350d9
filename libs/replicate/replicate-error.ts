import { ServiceError } from '@styling/service';
import { providerText } from './provider-text.ts';

/**
 * Why there is no prediction:
 * - `throttled`: 429s until the deadline; nothing was created
 * - `unavailable`: not reached, or a 5xx; nothing was created
 * - `ambiguous`: the answer to a create was lost; a paid prediction may be running that nobody knows the id of
 * - `refused`: by a safety filter
 * - `invalid`: our request or our account (400, 401, 402, 404, 422)
 * - `failed`: it ran and failed, or its output cannot be used
 * - `deadline`: not done in time; it was cancelled
 * - `expired`: it succeeded, but its output was removed before it was read
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

/** What else is known of a failure. */
export type FailureDetails = {
  /** The vendor's code or the HTTP status, e.g. `E003`, `422`. */
  readonly code?: string;
  /** Whether the same model may well succeed a moment later. */
  readonly retryable?: boolean;
  /** An error, or the vendor's text; of the latter only a redacted start is kept. */
  readonly cause?: unknown;
};

/** A prediction that came to nothing. The message is our own; the vendor's words are in `cause` only. */
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
 * The error a client may see. `unavailable` invites a later attempt and is only used where no prediction was created;
 * after a lost answer to a create nobody tries again.
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
