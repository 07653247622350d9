import type { DailyLimitError, Error as ErrorBody } from './generated/types.gen.ts';

/** The stable name of an error of the service; a newer service may have others. */
export type ErrorCode = NonNullable<ErrorBody['code']> | (string & {});

/** Whatever a call of the client rejects with, other than the reason of an aborted `signal`. */
export class StylingError extends Error {
  override readonly name: string = 'StylingError';
  /** The job that the request became, if that was known before it failed; `client.jobs.response(jobId)` waits for it again. */
  readonly jobId: string | undefined;

  constructor(message: string, options: { readonly cause?: unknown; readonly jobId?: string | undefined } = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.jobId = options.jobId;
  }
}

/** The service refused the request, or the work failed. Its message is the `error` text of the response. */
export class ApiError extends StylingError {
  override readonly name = 'ApiError';
  /** HTTP status. */
  readonly status: number;
  /** What went wrong: switch on this. `unknown` if the response was not one of the service, e.g. of a proxy. */
  readonly code: ErrorCode;
  /** What exactly is wrong, where the service can say it. */
  readonly details: string | undefined;
  /** The id of the request, for the operator of the service. */
  readonly requestId: string | undefined;
  /** Seconds after which a retry can succeed, of a 429 or 503. */
  readonly retryAfterSeconds: number | undefined;
  /** When the daily limit is reached (`daily_limit`): requests of a day, how many are left, and when the next day begins. */
  readonly dailyLimit: Readonly<Pick<DailyLimitError, 'limit' | 'remaining' | 'reset'>> | undefined;
  /** When events after a cursor are no longer kept (`cursor_expired`): where the feed begins. */
  readonly oldestCursor: string | undefined;

  constructor(answer: FailedAnswer, jobId?: string) {
    const { status, body, requestId, retryAfterSeconds } = answer;
    const { error, details, oldest_cursor } = asObject(body);
    super(typeof error === 'string' ? error : `HTTP status ${status}`, { jobId });
    this.status = status;
    this.code = codeOf(answer);
    this.details = typeof details === 'string' ? details : undefined;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
    this.dailyLimit = dailyLimitOf(body);
    this.oldestCursor = typeof oldest_cursor === 'string' ? oldest_cursor : undefined;
  }
}

/** No response arrived, in all tries: the cause is the failure of the last one. */
export class ConnectionError extends StylingError {
  override readonly name = 'ConnectionError';
}

/** The call took longer than `timeoutMs`. */
export class TimeoutError extends StylingError {
  override readonly name = 'TimeoutError';
}

/** A picture could not be read, before anything was sent. */
export class PictureError extends StylingError {
  override readonly name = 'PictureError';
}

/** A response that is not a success. */
export type FailedAnswer = {
  readonly status: number;
  readonly body: unknown;
  readonly requestId?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
};

/** The code of an error response. Those of the two limits have none: the daily one has the limit in its body. */
export function codeOf({ status, body }: FailedAnswer): ErrorCode {
  const { code, error } = asObject(body);
  if (typeof code === 'string') return code;
  if (status !== 429 || typeof error !== 'string') return 'unknown';
  return dailyLimitOf(body) ? 'daily_limit' : 'in_progress';
}

function dailyLimitOf(body: unknown): ApiError['dailyLimit'] {
  const { limit, remaining, reset } = asObject(body);
  if (typeof limit !== 'number' || typeof remaining !== 'number' || typeof reset !== 'string') return undefined;
  return { limit, remaining, reset };
}

const asObject = (body: unknown): Record<string, unknown> =>
  typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
