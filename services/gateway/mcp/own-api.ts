import { JsonString } from '@styling/http';
import { traceHeaders } from '@styling/telemetry';
import type { Call } from '../http/define-endpoint.ts';

/** A response of the API: JSON. */
export type ApiResponse = { readonly status: number; readonly body: Record<string, unknown> };

/** Calls the API with the caller's key. @param path with its query */
export type OwnApi = (method: 'GET' | 'POST', path: string, body?: object) => Promise<ApiResponse>;

/**
 * The HTTP API of this gateway, called over loopback: what is called this way is checked, admitted, limited and recorded as any
 * other request. POSTs prefer an asynchronous response, as the wait is held elsewhere.
 *
 * @param key the API key with which `call` was authenticated
 */
export const ownApi = ({ request }: Call, key: string): OwnApi => {
  const { localAddress = '127.0.0.1', localPort } = request.socket;
  const host = localAddress.includes(':') ? `[${localAddress}]` : localAddress;
  return async (method, path, body) => {
    const pieces = body && jsonPieces(body);
    const response = await fetch(`http://${host}:${localPort}${path}`, {
      method,
      headers: {
        'X-API-Key': key,
        ...(method === 'POST' && { Prefer: 'respond-async' }),
        // With a length the body is not sent in chunks.
        ...(pieces && { 'Content-Type': 'application/json', 'Content-Length': String(lengthOf(pieces)) }),
        ...traceHeaders(),
      },
      ...(pieces && { body: ReadableStream.from(pieces), duplex: 'half' }),
    });
    return { status: response.status, body: (await response.json()) as ApiResponse['body'] };
  };
};

/** JSON of a lone surrogate, which no string of a body has. */
const IMAGE = '"\\ud800"';

/** `body` as JSON in UTF-8: images as they came, so that none is ever one long string. */
function jsonPieces(body: object): Uint8Array[] {
  const images: JsonString[] = [];
  const marked = JSON.stringify(body, (_, value) => {
    if (!(value instanceof JsonString)) return value;
    images.push(value);
    return '\ud800';
  });
  const [first = '', ...rest] = marked.split(IMAGE);
  const image = (index: number) => [Buffer.from('"'), ...(images[index]?.pieces ?? []), Buffer.from('"')];
  return [Buffer.from(first), ...rest.flatMap((text, index) => [...image(index), Buffer.from(text)])];
}

const lengthOf = (pieces: readonly Uint8Array[]): number => pieces.reduce((length, piece) => length + piece.length, 0);
