import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

export const CREDENTIALS = {
  REPLICATE_API_TOKEN: 'r8_fake',
  FASHN_API_KEY: 'fa-fake',
  GOOGLE_API_KEY: 'AIza-fake',
  SERPAPI_KEY: 'serpapi-fake',
  EBAY_CLIENT_ID: 'ebay-fake',
  EBAY_CLIENT_SECRET: 'ebay-fake-secret',
};

export type Received = {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** Aborted when the client leaves before it has the response. */
  readonly gone: AbortSignal;
};

/** A response: bytes are sent as they are, any other body as JSON. */
export type FakeResponse = {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Bytes of the body after which the connection is cut. */
  readonly cutAfter?: number;
};

/** A response, or an injected fault: no response, a connection reset, a body that is not JSON. */
export type Answer = 'hang' | 'reset' | 'garbage' | FakeResponse;

const GARBAGE: FakeResponse = { status: 200, body: Buffer.from('<html>Bad <b>gateway') };

export async function receive(request: IncomingMessage, response: ServerResponse, origin: string): Promise<Received> {
  const { method = 'GET', url = '/', headers } = request;
  const gone = new AbortController();
  response.once('close', () => void (response.writableFinished || gone.abort()));
  return { method, url: new URL(url, origin), headers, body: await buffer(request), gone: gone.signal };
}

/** Sends a response, or does what the fault says. */
export function send(response: ServerResponse, answer: Answer): void {
  if (answer === 'hang') return;
  if (answer === 'reset') {
    response.socket?.resetAndDestroy();
    return;
  }
  const { status, body, headers, cutAfter }: FakeResponse = answer === 'garbage' ? GARBAGE : answer;
  const bytes = body instanceof Uint8Array ? body : Buffer.from(JSON.stringify(body) ?? '');
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': bytes.length, ...headers });
  if (cutAfter === undefined) response.end(bytes);
  else response.write(bytes.subarray(0, cutAfter), () => response.socket?.resetAndDestroy());
}

/** The form of a request; empty if it has none. */
export const formOf = ({ headers, body }: Received): Promise<FormData> =>
  new Response(new Uint8Array(body), { headers: { 'content-type': headers['content-type'] ?? '' } })
    .formData()
    .catch(() => new FormData());

/** The JSON of a request; undefined if it has none. */
export function jsonOf({ body }: Pick<Received, 'body'>): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
