import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { limits, MEGABYTE } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import type { Share } from './capacity.ts';
import { ImageSplitter } from './image-splitter.ts';

/** Names of the image members, and limits. */
export type JsonBodyOptions = {
  imageFields: readonly string[];
  /** Of the whole body, and of it without the text of its images, in bytes; default: `limits` of the API. */
  maxBytes?: number;
  maxFieldBytes?: number;
  /** Grows with the bytes received, to bound the memory of all bodies together. */
  memory?: Share;
  /** How long the client may pause, in ms; default 15 s. `listen` limits the time of a whole request. */
  idleTimeoutMs?: number;
};

/** The client disconnected before it had sent its whole request: no response can be sent. */
export class ClientDisconnected extends Error {
  override readonly name = 'ClientDisconnected';
}

const JSON_IN_UTF8 = /^application\/json\s*(;\s*charset\s*=\s*("utf-8"|utf-8)\s*)?;?$/i;
/** A refused body is read up to this many times `maxBytes`, so that the client gets the response. */
const DISCARD_FACTOR = 4;

/**
 * Reads a JSON body as it arrives. Image members are decoded from base64 meanwhile, so that neither the document nor an
 * image is ever one long string: given as a string, one becomes a `Uint8Array`, an `InvalidBase64`, or `''` when empty.
 * The result has no prototype; all other members are as `JSON.parse` makes them.
 *
 * @throws ServiceError `wrong_media_type`, `body_too_large`, `fields_too_large`, `not_an_object`, `invalid_json` (also
 *   for invalid UTF-8 outside the images, which makes an image invalid, and for a member with a lone surrogate)
 *   and `malformed_request` when the client pauses too long; errors of `memory`
 * @throws ClientDisconnected when the client disconnects before the end of the body
 */
export async function readJsonBody(
  request: IncomingMessage,
  options: JsonBodyOptions,
): Promise<Record<string, unknown>> {
  const {
    imageFields,
    maxBytes = limits.bodyMegabytes * MEGABYTE,
    maxFieldBytes = limits.fieldsMegabytes * MEGABYTE,
    idleTimeoutMs = 15_000,
    memory,
  } = options;
  try {
    requireJson(request.headers);
    const announced = Number(request.headers['content-length'] ?? 0);
    if (announced > maxBytes) throw new ServiceError('body_too_large');
    const splitter = new ImageSplitter(imageFields, announced);
    let length = 0;
    for await (const chunk of chunksOf(request, idleTimeoutMs)) {
      length += chunk.length;
      if (length > maxBytes) throw new ServiceError('body_too_large');
      memory?.grow(chunk.length);
      splitter.write(chunk);
      if (splitter.documentLength > maxFieldBytes) throw new ServiceError('fields_too_large');
    }
    const { document, images } = splitter.end();
    return fieldsOf(parse(document), images);
  } catch (error) {
    if (!request.readableEnded) discardRest(request, DISCARD_FACTOR * maxBytes);
    throw error instanceof SyntaxError ? new ServiceError('invalid_json', {}, { cause: error }) : error;
  }
}

/** A charset may be given, if it is UTF-8; no endpoint accepts a compressed body. */
function requireJson(headers: IncomingHttpHeaders): void {
  if (!JSON_IN_UTF8.test(headers['content-type']?.trim() ?? '')) throw new ServiceError('wrong_media_type');
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity' && encoding !== '') throw new ServiceError('invalid_json');
}

/** A client that is still sending gets the response only if its bytes are read; closing would reset the connection. */
function discardRest(request: IncomingMessage, maxBytes: number): void {
  let left = maxBytes;
  request.on('error', () => {});
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) request.destroy();
  });
  request.resume();
}

async function* chunksOf(request: IncomingMessage, idleTimeoutMs: number): AsyncGenerator<Buffer> {
  const idle = Promise.withResolvers<never>();
  // Not awaited if the client sends in time.
  idle.promise.catch(() => {});
  const timer = setTimeout(() => idle.reject(new ServiceError('malformed_request')), idleTimeoutMs);
  // Leaving the loop early must not destroy the connection: the response is still to be sent.
  const chunks: AsyncIterator<Buffer> = request.iterator({ destroyOnReturn: false });
  try {
    for (;;) {
      const { value, done } = await Promise.race([chunks.next(), idle.promise]);
      if (done) return;
      timer.refresh();
      yield value;
    }
  } catch (cause) {
    if (cause instanceof ServiceError) throw cause;
    throw new ClientDisconnected('the client disconnected while sending its body', { cause });
  } finally {
    clearTimeout(timer);
    // Not awaited: without a further chunk it would never resolve.
    void chunks.return?.();
  }
}

function parse(document: Buffer): object {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(document);
  } catch (cause) {
    throw new SyntaxError('invalid UTF-8', { cause });
  }
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new ServiceError('not_an_object');
  return value;
}

function fieldsOf(parsed: object, images: ReadonlyMap<string, unknown>): Record<string, unknown> {
  const fields: Record<string, unknown> = Object.create(null);
  for (const [name, value] of Object.entries(parsed)) {
    // Assigned to an object, a member of this name would replace its prototype.
    if (name === '__proto__') continue;
    if (typeof value === 'string' && !value.isWellFormed()) throw new SyntaxError('lone surrogate');
    // The text of an image member is not in the document.
    fields[name] = typeof value === 'string' ? (images.get(name) ?? value) : value;
  }
  return fields;
}
