import { ServiceError } from '@styling/service';
import { vendorName, vendorText } from './vendor-text.ts';

/** Why the call of a model failed. */
export type VendorErrorKind =
  /** 429 for longer than there is time; nothing was created. */
  | 'throttled'
  /** No connection was made; nothing was sent. */
  | 'unreachable'
  /** A 503, which does not say whether it was created, or a file that cannot be fetched or stored. */
  | 'unavailable'
  /** It is not known whether it was created: the response was lost, or the vendor failed. Paid work may be running. */
  | 'ambiguous'
  /** Refused by a safety filter. */
  | 'refused'
  /** Our account was rejected (401, 402, 403): no other model of the vendor would help. */
  | 'denied'
  /** Our request was rejected (400, 404, 422). */
  | 'invalid'
  /** It ran and failed, or its output is unusable. */
  | 'failed'
  /** Not finished in time; it was cancelled. */
  | 'deadline'
  /** It succeeded, but without an output: it was removed before it was downloaded, or there never was one. */
  | 'expired';

/** All other kinds are `internal`. */
const PUBLIC_CODES: Partial<Record<VendorErrorKind, ServiceError['code']>> = {
  refused: 'content_refused',
  deadline: 'deadline_exceeded',
  throttled: 'unavailable',
  unreachable: 'unavailable',
  unavailable: 'unavailable',
};

/** Kinds after which nothing was created. */
const UNSENT: readonly VendorErrorKind[] = ['throttled', 'unreachable'];

type FailureDetails = {
  /** The vendor's code or the HTTP status, e.g. `E003`, `422`. */
  readonly code?: string;
  /** Whether the same model may succeed a moment later. */
  readonly retryable?: boolean;
  /** Whether it is certain that nothing was created; by default where the kind says so. */
  readonly nothingPaid?: boolean;
  /** An error, or the vendor's text, of which only a redacted start is kept. */
  readonly cause?: unknown;
};

/** A failed call of a model. The message is ours; the vendor's text is in `cause` only. */
export class VendorError extends Error {
  override readonly name = 'VendorError';
  readonly kind: VendorErrorKind;
  readonly code: string | undefined;
  readonly retryable: boolean;
  /** Whether another vendor can be asked without paying twice. */
  readonly nothingPaid: boolean;

  constructor(
    kind: VendorErrorKind,
    message: string,
    { code, retryable = false, nothingPaid = UNSENT.includes(kind), cause }: FailureDetails = {},
  ) {
    const name = code === undefined ? undefined : vendorName(code);
    super(name ? `${message} (${name})` : message, {
      cause: typeof cause === 'string' ? new Error(vendorText(cause)) : cause,
    });
    this.kind = kind;
    this.code = name;
    this.retryable = retryable;
    this.nothingPaid = nothingPaid;
  }
}

/**
 * Maps the error to one that a client may see. `unavailable` invites a retry; a lost response to a create becomes `internal`, which
 * is never retried.
 */
export const toPublicError = (cause: VendorError): ServiceError =>
  new ServiceError(PUBLIC_CODES[cause.kind] ?? 'internal', {}, { cause });

/** `work`, with its VendorError as one that a client may see. */
export const publicly = <Result>(work: Promise<Result>): Promise<Result> =>
  work.catch((error) => {
    throw error instanceof VendorError ? toPublicError(error) : error;
  });

/** Wording of safety filters: Replicate's own, Google's, OpenAI's, ByteDance's, Azure's. */
const REFUSED = [
  /flagged as sensitive/i,
  /\bnsfw\b/i,
  /content[ _-]?(policy|moderation|filter)/i,
  /content (was |is |has been )?(blocked|rejected)/i,
  /\bmoderation[ _-]?(blocked|rejected|failed)\b/i,
  /blocked[: ]+(by )?safety\b/i,
  /safety[ _-]?(system|filter|setting|polic|check|reason)/i,
  /\b(prohibited_content|image_safety)\b/i,
  /sensitive ?content/i,
  /\bviolates? .{0,40}\b(polic(y|ies)|guidelines)\b/i,
  /\bagainst .{0,40}\b(polic(y|ies)|guidelines)\b/i,
  /\bblocked by .{0,40}\bmoderation\b/i,
  /\bblocked by (our |the |a )?(content|usage|safety) .{0,20}\b(polic(y|ies)|guidelines)\b/i,
];
/** Policies of infrastructure, which do not concern the content. */
const OF_INFRASTRUCTURE =
  /\b(network|firewall|egress|ingress|cors|iam|access|rate|retry|organi[sz]ation) polic(y|ies)\b/gi;

/** Whether a vendor's text means that a safety filter refused an input or an output. */
export function isRefusal(text: string): boolean {
  const relevant = text.slice(0, 4_000).replaceAll(OF_INFRASTRUCTURE, '');
  return REFUSED.some((pattern) => pattern.test(relevant));
}
