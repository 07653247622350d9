import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { limits, MEGABYTE, sizeText } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import { announcedBytes, type BodyCount, bodyChunks, discardRest, requireUnencoded } from './body-chunks.ts';
import { type ImageSink, ImageSplitter } from './image-splitter.ts';
import { decodedImage } from './image-text.ts';

/** Where the images are, see `ImageSplitter`, and bounds. Members, elements and nesting are bounded by `limits` for every body. */
export type JsonBodyOptions = {
  imageFields: readonly string[];
  /** What an image becomes; default {@link decodedImage}. */
  sinkFor?: (expected: number) => ImageSink;
  /** Largest body, in bytes; default: that of the API. */
  maxBytes?: number;
  /** Largest body without the text of its images, in bytes. */
  maxFieldBytes: number;
  /** Bounds the memory of all bodies together. */
  memory?: BodyCount;
  /** How long the client may pause, in ms; default 15 s. `listen` limits the time of a whole request. */
  idleTimeoutMs?: number;
};

const JSON_TYPE = /^application\/json\s*(;|$)/i;
/** Names of UTF-8, as clients write them. */
const UTF_8: ReadonlySet<string> = new Set(['utf-8', 'utf8']);
const CHARSET = /;\s*charset\s*=\s*"?([^\s";]*)/i;

/**
 * Reads a JSON body as it arrives: the one place where bodies are bounded, before anything is parsed. Image members go to sinks
 * meanwhile, so that neither the document nor an image is ever one long string: given as a string, one becomes a `Uint8Array`,
 * an `InvalidBase64`, or `''` when empty. A member that is null is as absent, as generated clients send it. Objects have no
 * prototype; all other values are as `JSON.parse` makes them.
 *
 * @throws ServiceError `wrong_media_type`, `encoded_body`, `body_too_large`, `fields_too_large`, `body_too_complex`, `not_an_object`,
 *   `invalid_json` (also for invalid UTF-8 outside the images, which makes an image invalid, and for a name or string with a lone
 *   surrogate) and `malformed_request` when the client pauses too long; errors of `memory`
 * @throws ClientDisconnected when the client disconnects before the end of the body
 */
export async function readJsonBody(
  request: IncomingMessage,
  options: JsonBodyOptions,
): Promise<Record<string, unknown>> {
  const {
    imageFields,
    sinkFor = decodedImage,
    maxBytes = limits.bodyMegabytes * MEGABYTE,
    maxFieldBytes,
    idleTimeoutMs,
    memory,
  } = options;
  try {
    requireJson(request.headers);
    const announced = announcedBytes(request, maxBytes);
    const splitter = new ImageSplitter(imageFields, sinkFor, announced);
    for await (const chunk of bodyChunks(request, { maxBytes, idleTimeoutMs, memory })) {
      splitter.write(chunk);
      requireBounds(splitter, maxFieldBytes);
    }
    const { document, images } = splitter.end();
    return withImages(parse(document), images);
  } catch (error) {
    discardRest(request, { maxBytes, memory });
    throw error instanceof SyntaxError ? new ServiceError('invalid_json', {}, { cause: error }) : error;
  }
}

function requireBounds({ documentLength, values, nesting }: ImageSplitter, maxFieldBytes: number): void {
  if (documentLength > maxFieldBytes) throw new ServiceError('fields_too_large', { max: sizeText(maxFieldBytes) });
  if (values > limits.bodyValues || nesting > limits.bodyNesting) throw new ServiceError('body_too_complex');
}

/** A charset may be given, if it is UTF-8; other parameters are ignored. */
function requireJson(headers: IncomingHttpHeaders): void {
  const type = headers['content-type']?.trim() ?? '';
  if (!JSON_TYPE.test(type)) throw new ServiceError('wrong_media_type');
  const charset = CHARSET.exec(type)?.[1];
  if (charset !== undefined && !UTF_8.has(charset.toLowerCase()))
    throw new ServiceError('wrong_media_type', { details: 'the charset of the body must be UTF-8' });
  requireUnencoded(headers);
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

/** The members of a body, those that are null left out, with the images in their places: the text of an image is not in the document. */
function withImages(parsed: object, images: ReadonlyMap<string, unknown>): Record<string, unknown> {
  const members = (object: object, place: string) => {
    const copy: Record<string, unknown> = Object.create(null);
    for (const [name, value] of Object.entries(object)) {
      if (!name.isWellFormed()) throw new SyntaxError('lone surrogate');
      // Assigned to an object, a member of this name would replace its prototype.
      if (name !== '__proto__' && value !== null) copy[name] = placed(value, `${place}${name}`);
    }
    return copy;
  };
  const placed = (value: unknown, place: string): unknown => {
    if (Array.isArray(value)) return value.map((element, index) => placed(element, `${place}.${index}`));
    if (typeof value === 'object' && value !== null) return members(value, `${place}.`);
    if (typeof value !== 'string') return value;
    if (!value.isWellFormed()) throw new SyntaxError('lone surrogate');
    return images.get(place) ?? value;
  };
  return members(parsed, '');
}
