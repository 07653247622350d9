import { errorType, inSpan } from '@styling/telemetry';
import { Agent, request } from 'undici';

export type Reply =
  | {
      readonly outcome: 'answered';
      readonly status: number;
      readonly retryAfter?: string | undefined;
      readonly headers?: Readonly<Record<string, string | string[] | undefined>>;
      /** Parsed JSON; undefined if it is none. */
      readonly body: unknown;
      readonly bytes: Uint8Array;
    }
  /** `unsent`: no connection was made. `lost`: broken, timed out or aborted; the vendor may have received it. */
  | { readonly outcome: 'unsent' | 'lost'; readonly cause: unknown };

export type AttemptOptions = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  /** A form is sent as multipart, a string as it is, anything else as JSON. */
  readonly body?: object | FormData | string | undefined;
  readonly timeoutMs: number;
  /** An abort counts as `lost` once the request was sent. */
  readonly signal?: AbortSignal | undefined;
};

/** Makes exactly one request; follows no redirect, never retries, never throws. */
export type Attempt = (url: string | URL, options: AttemptOptions) => Promise<Reply>;

/** Longest response read by default, in bytes: pictures may be in base64. */
const MAX_BODY = 40 * 1024 * 1024;
/** Longest delay that a timer takes; with a longer one it fires at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;
const USER_AGENT = 'image-styling-service';
const UNSENT = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/;

/** Opens connections to a vendor. Errors contain neither the request nor its headers. */
export function connectAttempts(maxBody = MAX_BODY): { attempt: Attempt; close(): Promise<void> } {
  const kept = new Agent({ allowH2: false, maxResponseSize: maxBody });
  // A new connection for each POST: on a kept one that the server closes, nobody knows whether it was received.
  const fresh = new Agent({ allowH2: false, maxResponseSize: maxBody, pipelining: 0 });

  const send: Attempt = async (url, { method, headers, body, timeoutMs, signal }) => {
    try {
      const limit = AbortSignal.timeout(Math.ceil(Math.min(Math.max(0, timeoutMs), MAX_TIMER_MS)));
      const encoded = await encode(body);
      const response = await request(url, {
        method,
        dispatcher: method === 'POST' ? fresh : kept,
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
        headers: { accept: 'application/json', 'user-agent': USER_AGENT, ...encoded.headers, ...headers },
        body: encoded.bytes,
      });
      const retryAfter = response.headers['retry-after'];
      const bytes = await response.body.bytes();
      return {
        outcome: 'answered',
        status: response.statusCode,
        headers: response.headers,
        retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined,
        bytes,
        body: parseJson(bytes),
      };
    } catch (cause) {
      return { outcome: UNSENT.test(codeOf(cause)) ? 'unsent' : 'lost', cause };
    }
  };

  return {
    attempt(url, options) {
      const { method } = options;
      const attributes = { 'http.request.method': method, 'server.address': new URL(url).hostname };
      return inSpan('model.request', { about: method, attributes }, async (setAttributes) => {
        const reply = await send(url, options);
        if (reply.outcome !== 'answered') setAttributes({ 'error.type': errorType(reply.cause) });
        else {
          const { status } = reply;
          setAttributes({ 'http.response.status_code': status, ...(status >= 400 && { 'error.type': status }) });
        }
        return reply;
      });
    },
    async close() {
      await Promise.all([kept.destroy(), fresh.destroy()]);
    },
  };
}

async function encode(body: AttemptOptions['body']) {
  if (body === undefined || typeof body === 'string') return { bytes: body ?? null };
  if (!(body instanceof FormData)) {
    return { bytes: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  }
  const multipart = new Response(body);
  const type = multipart.headers.get('content-type') ?? 'multipart/form-data';
  return { bytes: await multipart.bytes(), headers: { 'content-type': type } };
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    // Without a byte order mark, as TextDecoder removes it.
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/** For several failed addresses, the code of the first. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** `headers` are added to those of the client. */
export type CallOptions = Pick<AttemptOptions, 'timeoutMs' | 'signal' | 'headers'>;

/** A status that no client retries. */
const NOT_RETRIED = 418;

/**
 * Makes one call by a vendor's npm client, over a `fetch` that makes exactly one request. Returns the reply itself: the
 * client's errors may hold the token, lose `Retry-After` or the vendor's text, or hide whether the request was sent.
 */
export async function callThrough(
  attempt: Attempt,
  options: CallOptions,
  use: (fetch: typeof globalThis.fetch) => Promise<unknown>,
): Promise<Reply> {
  let reply: Reply | undefined;
  const fetch: typeof globalThis.fetch = async (input, { method = 'GET', headers, body } = {}) => {
    reply ??= await attempt(input instanceof Request ? input.url : input, {
      ...options,
      method: method.toUpperCase() as AttemptOptions['method'],
      headers: { ...Object.fromEntries(new Headers(headers)), ...options.headers },
      body: body as string | FormData | undefined,
    });
    const isDone = reply.outcome === 'answered' && reply.status < 300;
    return isDone ? Response.json({}) : new Response(null, { status: NOT_RETRIED });
  };
  const cause = await use(fetch).then(
    () => new Error('the client sent nothing'),
    (error: unknown) => error,
  );
  return reply ?? { outcome: 'unsent', cause };
}
