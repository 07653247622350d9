import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { limits, MEGABYTE } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import { announcedBytes, bodyChunks, discardRest, isEncoded } from './body-chunks.ts';
import type { Share } from './capacity.ts';
import { ImageSplitter } from './image-splitter.ts';

/** Where the images are, see `ImageSplitter`, and limits. */
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

const JSON_IN_UTF8 = /^application\/json\s*(;\s*charset\s*=\s*("utf-8"|utf-8)\s*)?;?$/i;

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
    idleTimeoutMs,
    memory,
  } = options;
  try {
    requireJson(request.headers);
    const announced = announcedBytes(request, maxBytes);
    const splitter = new ImageSplitter(imageFields, announced);
    for await (const chunk of bodyChunks(request, { maxBytes, idleTimeoutMs, memory })) {
      splitter.write(chunk);
      if (splitter.documentLength > maxFieldBytes) throw new ServiceError('fields_too_large');
    }
    const { document, images } = splitter.end();
    return fieldsOf(parse(document), images);
  } catch (error) {
    discardRest(request, maxBytes);
    throw error instanceof SyntaxError ? new ServiceError('invalid_json', {}, { cause: error }) : error;
  }
}

/** A charset may be given, if it is UTF-8; no endpoint accepts a compressed body. */
function requireJson(headers: IncomingHttpHeaders): void {
  if (!JSON_IN_UTF8.test(headers['content-type']?.trim() ?? '')) throw new ServiceError('wrong_media_type');
  if (isEncoded(headers)) throw new ServiceError('invalid_json');
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

/** Members of a body, with the images in their places; the text of an image is not in the document. */
function fieldsOf(parsed: object, images: ReadonlyMap<string, unknown>): Record<string, unknown> {
  const nested = new Set([...images.keys()].flatMap((place) => (place.includes('.') ? place.split('.', 1) : [])));
  return withoutPrototype(parsed, (name, value) =>
    nested.has(name) && Array.isArray(value)
      ? value.map((element, index) => withImages(element, `${name}.${index}`, images))
      : placed(value, name, images),
  );
}

const withImages = (element: unknown, place: string, images: ReadonlyMap<string, unknown>): unknown =>
  typeof element === 'object' && element !== null && !Array.isArray(element)
    ? withoutPrototype(element, (name, value) => placed(value, `${place}.${name}`, images))
    : element;

function placed(value: unknown, place: string, images: ReadonlyMap<string, unknown>): unknown {
  if (typeof value !== 'string') return value;
  if (!value.isWellFormed()) throw new SyntaxError('lone surrogate');
  return images.get(place) ?? value;
}

function withoutPrototype(object: object, change: (name: string, value: unknown) => unknown): Record<string, unknown> {
  const members: Record<string, unknown> = Object.create(null);
  for (const [name, value] of Object.entries(object)) {
    // Assigned to an object, a member of this name would replace its prototype.
    if (name !== '__proto__') members[name] = change(name, value);
  }
  return members;
}
