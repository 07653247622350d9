import { ApiError, ConnectionError, codeOf, type ErrorCode } from './errors.ts';
import { type Operations, operations } from './generated/operations.gen.ts';
import { type Failure, pause, retryAfterSeconds, retryPause } from './retry.ts';

/** Duration of a long poll, seconds: below the idle timeouts of proxies. */
export const POLL_SECONDS = 25;

/** Where and how the service is called. */
export type Settings = {
  /** Address of the service, without a slash at its end. */
  readonly baseUrl: string;
  /** Undefined in a page whose user is signed in: `fetch` sends the cookie of the session to the page's own origin. */
  readonly apiKey: string | undefined;
  readonly fetch: typeof fetch;
  readonly maxRetries: number;
  /** Within which a response must be complete, ms. */
  readonly tryTimeoutMs: number;
  /** From 0 to 1. */
  readonly random: () => number;
};

/** An endpoint, by its operation id in the OpenAPI document. */
export type OperationId = keyof Operations;
/** What an endpoint takes: `body`, `path`, `query`, `headers`. */
export type Input<Id extends OperationId> = Omit<Operations[Id]['data'], 'url'>;
/** The body that an endpoint takes. */
export type Body<Id extends OperationId> = Operations[Id]['data']['body'];
/** What an endpoint returns, by status. */
type Responses<Id extends OperationId> = Operations[Id]['responses'];
/** The body of a success. */
export type Output<Id extends OperationId> = Responses<Id>[keyof Responses<Id>];

/** A success: status and body belong together. */
export type Answer<Id extends OperationId> = {
  [Status in keyof Responses<Id>]: { readonly status: Status; readonly body: Responses<Id>[Status] } & Approximate;
}[keyof Responses<Id>];

/** What is said of the pictures of a response. */
export type Approximate = {
  /** What of the order they only approximate, as codes (`sleeves_kept`); empty if nothing. */
  readonly approximations: readonly string[];
};

/** What ends a call. */
export type Signalled = { readonly signal?: AbortSignal | undefined };
/** How one call is made. */
export type CallOptions = Signalled & {
  /** Whether it can be sent again when its response was lost; default: if its method is not POST. */
  readonly repeatable?: boolean;
  /** The response with this code is final. */
  readonly finalCode?: ErrorCode | undefined;
  /** Named by errors. */
  readonly jobId?: string | undefined;
  /** Time that the service may take by itself, ms, besides that of a try. */
  readonly waitMs?: number;
};

/** Any input, as it is sent. */
type Parts = {
  readonly body?: unknown;
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, unknown>>;
};

/**
 * Calls an endpoint, with retries.
 *
 * @throws ApiError when the response is an error, ConnectionError when none arrived; the reason of `signal`
 */
export async function call<Id extends OperationId>(
  settings: Settings,
  id: Id,
  input: Input<Id>,
  options: CallOptions = {},
): Promise<Answer<Id>> {
  const { signal, repeatable = operations[id].method !== 'POST', finalCode, jobId, waitMs = 0 } = options;
  const { maxRetries, tryTimeoutMs } = settings;
  const [url, init] = requestOf(settings, id, input);
  for (let tries = 1; ; tries++) {
    signal?.throwIfAborted();
    const result = await attempt(settings.fetch, url, init, signal, tryTimeoutMs + waitMs);
    const { answer, cause } = result;
    if (answer && answer.status < 300) return answer as Answer<Id>;
    signal?.throwIfAborted();
    const isFinal = answer && finalCode !== undefined && codeOf(answer) === finalCode;
    const ms = isFinal ? undefined : retryPause(result, { tries, maxRetries, repeatable, random: settings.random() });
    if (ms === undefined) {
      if (answer) throw new ApiError(answer, jobId);
      throw new ConnectionError(`${settings.baseUrl} did not respond`, { cause, jobId });
    }
    await pause(ms, signal);
  }
}

/** Calls endpoints as {@link call} does, for the bodies of their successes. */
export const bodiesOf =
  (settings: Settings) =>
  async <Id extends OperationId>(id: Id, input: Input<Id>, options?: CallOptions): Promise<Output<Id>> =>
    (await call(settings, id, input, options)).body as Output<Id>;

/** Address and options of the `fetch` of an operation. */
export function requestOf<Id extends OperationId>(
  { baseUrl, apiKey }: Pick<Settings, 'baseUrl' | 'apiKey'>,
  id: Id,
  input: Input<Id>,
): [url: string, init: RequestInit] {
  const { body, path = {}, query = {}, headers = {} } = input as Parts;
  const { method, path: template } = operations[id];
  const url = new URL(baseUrl + template.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(path[name]))));
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  const sent = new Headers(apiKey === undefined ? {} : { 'X-API-Key': apiKey });
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) sent.set(name, String(value));
  }
  if (body === undefined) return [url.href, { method, headers: sent }];
  const isBytes = body instanceof Blob;
  sent.set('Content-Type', isBytes ? body.type : 'application/json');
  return [url.href, { method, headers: sent, body: isBytes ? body : JSON.stringify(body) }];
}

/** One try, whose response may be a success. One that was cut off is none. */
async function attempt(
  fetch: Settings['fetch'],
  url: string,
  init: RequestInit,
  signal: AbortSignal | undefined,
  timeoutMs: number,
): Promise<Failure & { readonly answer?: Approximate }> {
  try {
    const timeout = AbortSignal.timeout(timeoutMs);
    const response = await fetch(url, { ...init, signal: signal ? AbortSignal.any([signal, timeout]) : timeout });
    const text = await response.text();
    const { status, headers } = response;
    return {
      answer: {
        status,
        body: parsed(text, status),
        requestId: headers.get('X-Request-Id') ?? undefined,
        approximations: headers.get('Styling-Approximations')?.split(',') ?? [],
        retryAfterSeconds: retryAfterSeconds(headers.get('Retry-After'), Date.now()),
      },
    };
  } catch (cause) {
    return { cause };
  }
}

/** @throws SyntaxError when a success is not JSON */
function parsed(text: string, status: number): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch (error) {
    if (status < 300) throw error;
    return undefined;
  }
}
