import { errorType, inSpan } from '@styling/telemetry';
import { Agent, FormData, request } from 'undici';

/** The outcome of one HTTP request. */
export type Reply =
  | {
      readonly outcome: 'answered';
      readonly status: number;
      readonly retryAfter?: string | undefined;
      /** Parsed JSON; undefined if it is not JSON. */
      readonly body: unknown;
    }
  /** `unsent`: no connection was made. `lost`: it broke or timed out, and the API may have received the request. */
  | { readonly outcome: 'unsent' | 'lost'; readonly cause: unknown };

export type CallOptions = {
  readonly headers?: Readonly<Record<string, string>>;
  /** A form is sent as multipart, anything else as JSON. */
  readonly body?: object | FormData;
  /** Of the whole call, in ms. */
  readonly timeoutMs: number;
};

/** Makes exactly one request; never retries, never throws. */
export type Call = (method: 'GET' | 'POST' | 'DELETE', path: string, options: CallOptions) => Promise<Reply>;

/** Longest response that is read, in bytes: outputs may be data URIs. */
const MAX_BODY = 40 * 1024 * 1024;
/** Errors that occur before anything is sent. */
const UNSENT: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/**
 * Creates the client of the API at `baseUrl`. It follows no redirects and retries nothing; its errors do not contain the
 * request or its token.
 */
export function connectCall(baseUrl: string, token: string): { call: Call; close(): Promise<void> } {
  const kept = new Agent({ allowH2: false, maxResponseSize: MAX_BODY });
  // A POST on a keep-alive connection that the server is closing would be lost, with no way to know whether it was
  // received. Each POST gets a new connection.
  const fresh = new Agent({ allowH2: false, maxResponseSize: MAX_BODY, pipelining: 0 });

  const send: Call = async (method, path, { headers, body, timeoutMs }) => {
    const isForm = body instanceof FormData;
    try {
      const response = await request(`${baseUrl.replace(/\/$/, '')}${path}`, {
        method,
        dispatcher: method === 'POST' ? fresh : kept,
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'application/json',
          'user-agent': 'image-styling-service',
          ...(body && !isForm && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body && { body: isForm ? body : JSON.stringify(body) }),
      });
      const retryAfter = response.headers['retry-after'];
      return {
        outcome: 'answered',
        status: response.statusCode,
        retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined,
        body: parseJson(await response.body.text()),
      };
    } catch (cause) {
      return { outcome: UNSENT.has(codeOf(cause)) ? 'unsent' : 'lost', cause };
    }
  };

  return {
    call(method, path, options) {
      const attributes = { 'http.request.method': method, 'server.address': new URL(baseUrl).hostname };
      return inSpan('model.request', { about: method, attributes }, async (setAttributes) => {
        const reply = await send(method, path, options);
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The error code of the system or undici; for several failed addresses, that of the first. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
