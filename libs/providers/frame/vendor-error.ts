import { ServiceError } from '@styling/service';

/**
 * What a client sees of a failed call, and the attempt that may follow: the `same`, as nothing was created; `once
 * more`, as it may have been paid; a `further` one, by the same model if it may succeed a moment later; or `none`.
 */
export const failures = {
  /** 429 for longer than there is time. */
  throttled: { code: 'unavailable', next: 'same' },
  /** No connection was made. */
  unreachable: { code: 'unavailable', next: 'same' },
  /** A 503, which does not say whether it was created, or a file that cannot be fetched or stored. */
  unavailable: { code: 'unavailable', next: 'once more' },
  /** It succeeded, but without an output: it was removed before it was downloaded, or there never was one. */
  expired: { code: 'internal', next: 'once more' },
  /** It is not known whether it was created: the response was lost, or the vendor failed. Paid work may be running. */
  ambiguous: { code: 'internal', next: 'none' },
  /** It made a picture that is not what was asked for, and may have been paid. */
  unusable: { code: 'internal', next: 'once more' },
  refused: { code: 'content_refused', next: 'none' },
  /** Our account was rejected (401, 402, 403): no other model of the vendor would help. */
  denied: { code: 'internal', next: 'none' },
  /** Not finished in time; it was cancelled. */
  deadline: { code: 'deadline_exceeded', next: 'none' },
  /** Our request was rejected (400, 404, 422). */
  invalid: { code: 'internal', next: 'further' },
  /** It ran and failed, or its output is unusable. */
  failed: { code: 'internal', next: 'further' },
} as const satisfies Record<string, { code: ServiceError['code']; next: string }>;
export type VendorErrorKind = keyof typeof failures;

type FailureDetails = {
  /** The vendor's code or the HTTP status, e.g. `E003`, `422`. */
  readonly code?: string;
  readonly retryable?: boolean;
  /** Whether it is certain that nothing was created; by default where the same attempt may follow. */
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
  /** Another vendor can be asked without paying twice. */
  readonly nothingPaid: boolean;

  constructor(
    kind: VendorErrorKind,
    message: string,
    { code, retryable = false, nothingPaid = failures[kind].next === 'same', cause }: FailureDetails = {},
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

/** The error that a client sees; a lost response to a create becomes `internal`, which is never retried. */
export const toPublicError = (cause: VendorError): ServiceError =>
  new ServiceError(failures[cause.kind].code, {}, { cause });

/** `work`, with its VendorError as one that a client may see. */
export const publicly = <Result>(work: Promise<Result>): Promise<Result> =>
  work.catch((error) => {
    throw error instanceof VendorError ? toPublicError(error) : error;
  });

const LIMIT = 200;
const NAME_LIMIT = 100;
/** Longest part that is looked at: patterns over megabytes would take seconds. */
const READ_LIMIT = 4_000;
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/data:[\w.+/-]*[;,]\S*/gi, '<data>'],
  [/\b[a-z][a-z\d+.-]*:\/\/\S+/gi, '<url>'],
  [/\br8_\w+|\b(sk|fa)-[\w-]{8,}|\bAKIA[A-Z\d]{12,}|\bAIza[\w-]{20,}/g, '<token>'],
  [/\bBearer\s+\S+/gi, '<token>'],
  [/\b((?:api[_-]?key|access[_-]?token|token|secret|password|passwd)["']?\s*[=:]\s*["']?)[^\s"'&,;]+/gi, '$1<token>'],
];

/** Redacts and truncates a vendor's text for logs; never shown to clients. */
export function vendorText(text: string): string {
  const redacted = redact(text);
  return redacted.length > LIMIT ? `${redacted.slice(0, LIMIT)}…` : redacted;
}

/** A vendor's short name for logs and metadata: 100 characters of `A-Za-z0-9_.:/@+-`, no credentials, or `unknown`. */
export function vendorName(value: unknown): string {
  if (typeof value !== 'string') return 'unknown';
  const name = redact(value).replaceAll(/[^\w.:/@+-]/g, '');
  return name.slice(0, NAME_LIMIT) || 'unknown';
}

const redact = (text: string): string =>
  SECRETS.reduce((safe, [pattern, name]) => safe.replaceAll(pattern, name), text.slice(0, READ_LIMIT));

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
