import { ServiceError } from '@styling/service';
import { providerText } from './provider-text.ts';

/** Why a prediction failed. */
export type ReplicateErrorKind =
  /** 429 until the deadline; nothing was created. */
  | 'throttled'
  /** Unreachable, or a 5xx; nothing was created. */
  | 'unavailable'
  /** The response to a create was lost; a paid prediction with an unknown id may be running. */
  | 'ambiguous'
  /** By a safety filter. */
  | 'refused'
  /** Our request or our account was rejected (400, 401, 402, 404, 422). */
  | 'invalid'
  /** It ran and failed, or its output is unusable. */
  | 'failed'
  /** Not finished in time; it was cancelled. */
  | 'deadline'
  /** It succeeded, but its output was removed before it was downloaded. */
  | 'expired';

/** All other kinds are `internal`. */
const PUBLIC_CODES: Partial<Record<ReplicateErrorKind, ServiceError['code']>> = {
  refused: 'content_refused',
  deadline: 'deadline_exceeded',
  throttled: 'unavailable',
  unavailable: 'unavailable',
};

type FailureDetails = {
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
export const toPublicError = (cause: ReplicateError): ServiceError =>
  new ServiceError(PUBLIC_CODES[cause.kind] ?? 'internal', {}, { cause });
