import { JsonStringSource } from '@styling/http';
import { traceHeaders } from '@styling/telemetry';
import type { Call } from '../http/define-endpoint.ts';

/** A response of the API: JSON. */
export type ApiResponse = { readonly status: number; readonly body: Record<string, unknown> };

/** Calls the API with the caller's key. @param path with its query */
export type OwnApi = (method: 'GET' | 'POST', path: string, body?: object) => Promise<ApiResponse>;

/**
 * The HTTP API of this gateway, called over loopback: what is called this way is checked, admitted, limited and recorded as any other
 * request. POSTs prefer an asynchronous response, as the wait is held elsewhere.
 *
 * @param key the API key with which `call` was authenticated
 */
export const ownApi = ({ request }: Call, key: string): OwnApi => {
  const { localAddress = '127.0.0.1', localPort } = request.socket;
  const host = localAddress.includes(':') ? `[${localAddress}]` : localAddress;
  return async (method, path, body) => {
    const response = await fetch(`http://${host}:${localPort}${path}`, {
      method,
      headers: {
        'X-API-Key': key,
        ...(method === 'POST' && { Prefer: 'respond-async' }),
        ...(body && { 'Content-Type': 'application/json' }),
        ...traceHeaders(),
      },
      ...(body && { body: ReadableStream.from(jsonPieces(body)), duplex: 'half' }),
    });
    return { status: response.status, body: (await response.json()) as ApiResponse['body'] };
  };
};

/** JSON of a lone surrogate, which no string of a body has. */
const IMAGE = '"\\ud800"';

/** `body` as JSON in UTF-8: images as they came, so that none is ever one long string. */
function* jsonPieces(body: object): Generator<Uint8Array> {
  const images: JsonStringSource[] = [];
  const marked = JSON.stringify(body, (_, value) => {
    if (!(value instanceof JsonStringSource)) return value;
    images.push(value);
    return '\ud800';
  });
  const [first = '', ...rest] = marked.split(IMAGE);
  yield Buffer.from(first);
  for (const [index, text] of rest.entries()) {
    yield Buffer.from('"');
    yield* images[index]?.pieces ?? [];
    yield Buffer.from(`"${text}`);
  }
}
