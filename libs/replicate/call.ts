import { errorType, inSpan } from '@styling/telemetry';
import { Agent, type Dispatcher, FormData, request } from 'undici';

/** What came of one HTTP request. */
export type Reply =
  | {
      readonly outcome: 'answered';
      readonly status: number;
      readonly retryAfter?: string | undefined;
      /** Parsed JSON; undefined when it was none. */
      readonly body: unknown;
    }
  /** No connection was made: the API never heard of it. */
  | { readonly outcome: 'unsent'; readonly cause: unknown }
  /** It may have been heard: the connection broke, or no answer came in time. */
  | { readonly outcome: 'lost'; readonly cause: unknown };

export type CallOptions = {
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, unless it is a form. */
  readonly body?: object | FormData;
  /** Of the whole call, in ms. */
  readonly timeoutMs: number;
};

/** Makes exactly one request, whatever comes of it; never throws. */
export type Call = (method: 'GET' | 'POST' | 'DELETE', path: string, options: CallOptions) => Promise<Reply>;

/** Longest answer that is read, in bytes: outputs may be data URIs. */
const MAX_BODY = 40 * 1024 * 1024;
/** Ways to fail before anything was sent. */
const UNSENT: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/**
 * A caller of the API at `baseUrl`. It follows no redirect and repeats nothing, and its errors do not hold the request
 * with its token.
 */
export function connectCall(baseUrl: string, token: string): { call: Call; close(): Promise<void> } {
  const kept = new Agent({ allowH2: false });
  // A create on a kept connection that the other side is closing would be lost, and nobody could tell it from one
  // that was heard. It gets a connection of its own.
  const fresh = new Agent({ allowH2: false, pipelining: 0 });

  const host = new URL(baseUrl).hostname;

  const call: Call = (method, path, options) => {
    const attributes = { 'http.request.method': method, 'server.address': host };
    return inSpan('model.request', { about: method, attributes }, async (tell) => {
      const reply = await send(method, path, options);
      if (reply.outcome !== 'answered') tell({ 'error.type': errorType(reply.cause) });
      else
        tell({ 'http.response.status_code': reply.status, ...(reply.status >= 400 && { 'error.type': reply.status }) });
      return reply;
    });
  };

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
        body: parseJson(await readText(response)),
      };
    } catch (cause) {
      return { outcome: UNSENT.has(codeOf(cause)) ? 'unsent' : 'lost', cause };
    }
  };
  return {
    call,
    async close() {
      await Promise.all([kept.destroy(), fresh.destroy()]);
    },
  };
}

async function readText({ body }: Dispatcher.ResponseData): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_BODY) throw new Error(`an answer of more than ${MAX_BODY} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length).toString();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The system's or undici's code, also of the first of several failed addresses. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
