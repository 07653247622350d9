import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

type Encoding = 'br' | 'gzip' | 'identity';
/** A file, and what it was compressed to already. */
export type SentFile = {
  readonly type: string;
  readonly bytes: Uint8Array;
  readonly compressed?: Readonly<Partial<Record<Encoding, Uint8Array>>>;
};
export type FileSender = ReturnType<typeof fileSender>;
type Headers = Readonly<Record<string, string>>;

/** To each encoding. */
export const compress: Readonly<Record<Encoding, (bytes: Uint8Array) => Promise<Uint8Array>>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        // One below the best is half the time for 2 % more; of megabytes even that is seconds, and this a tenth for 9 % more.
        [constants.BROTLI_PARAM_QUALITY]: bytes.length < 200_000 ? 10 : 5,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 9 }),
  identity: async (bytes) => bytes,
};

/**
 * Answers a GET or HEAD with a file: compressed, once for each encoding, at the first request for it if not before, and with 304 to who
 * has it.
 *
 * @param headers of every response, e.g. `Cache-Control`
 */
export function fileSender({ type, bytes, compressed = {} }: SentFile, headers: Headers = {}) {
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}`;
  const isText = !type.startsWith('image/') || type.includes('xml');
  const encoded = new Map<Encoding, Uint8Array | Promise<Uint8Array>>(
    Object.entries(compressed) as [Encoding, Uint8Array][],
  );

  return async (request: IncomingMessage, response: ServerResponse, status = 200): Promise<void> => {
    const encoding = isText ? preferred(request.headers['accept-encoding']) : 'identity';
    // A strong validator names the bytes that are sent, and an encoding sends others.
    const tag = `${etag}-${encoding}"`;
    const always = { ...headers, ETag: tag, ...(isText && { Vary: 'Accept-Encoding' }) };
    if (status === 200 && isNamed(request.headers['if-none-match'], tag)) {
      response.writeHead(304, always).end();
      return;
    }
    const pending = encoded.get(encoding) ?? compress[encoding](bytes);
    encoded.set(encoding, pending);
    const body = await pending;
    response.writeHead(status, {
      ...always,
      'Content-Type': type,
      'Content-Length': body.length,
      ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
    });
    response.end(body);
  };
}

/** The best of ours that a client accepts (RFC 9110, 12.5.3); `;q=0` refuses one. */
function preferred(acceptEncoding: string | string[] | undefined): Encoding {
  const accepted = String(acceptEncoding ?? '')
    .split(',')
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.split(';')[0]?.trim().toLowerCase());
  return accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : 'identity';
}

const isNamed = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch === '*' || (ifNoneMatch ?? '').split(',').some((each) => each.trim().replace(/^W\//, '') === tag);
