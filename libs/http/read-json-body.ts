import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { limits, MEGABYTE, sizeText } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import { decodeImage, JsonString, Pieces } from './base64-image.ts';
import { type BodyBounds, withBody } from './body-chunks.ts';

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * JSON in pieces, the text of images set aside: `{"selfie_base64":"0"}` stays, and the first of `images`. Measures the
 * rest, which can be refused before `JSON.parse` allocates for it and checks its syntax.
 */
export class JsonDocument {
  length = 0;
  /** Members and elements; an empty object or array counts as one. */
  values = 0;
  nesting = 0;
  readonly images: JsonString[] = [];
  readonly #imageNames: ReadonlySet<string>;
  readonly #kept = new Pieces();
  #depth = 0;
  /** Being read: an image, or the raw text of another string. */
  #string: JsonString | string | undefined;
  #escaped = false;
  /** Raw text of the last string. */
  #name = '';
  #isValue = false;

  constructor(imageNames: ReadonlySet<string>) {
    this.#imageNames = imageNames;
  }

  write(chunk: Buffer): void {
    let begin = 0;
    for (let at = 0; at < chunk.length; at++) {
      if (this.#string !== undefined) {
        const end = this.#endOfString(chunk, at);
        if (this.#string instanceof JsonString) {
          this.#keep(chunk.subarray(begin, at));
          this.#string.write(chunk.subarray(at, end));
          begin = end;
        } else this.#string += chunk.toString('latin1', at, end);
        at = end;
        if (end < chunk.length) this.#closeString();
        continue;
      }
      const byte = chunk[at];
      if (byte === QUOTE) {
        this.#string = '';
        if (!this.#isValue || !this.#imageNames.has(unescaped(this.#name))) continue;
        const image = new JsonString();
        this.#string = image;
        this.#keep(chunk.subarray(begin, at + 1));
        this.#keep(Buffer.from(String(this.images.push(image) - 1)));
        begin = at + 1;
      } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
        this.values++;
        this.nesting = Math.max(this.nesting, ++this.#depth);
        this.#isValue = false;
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) this.#depth--;
      else if (byte === COMMA) {
        this.values++;
        this.#isValue = false;
      } else if (byte === COLON) this.#isValue = true;
    }
    this.#keep(chunk.subarray(begin));
  }

  end(): Buffer {
    return Buffer.concat(this.#kept.pieces);
  }

  #keep(bytes: Buffer): void {
    this.#kept.write(bytes);
    this.length += bytes.length;
  }

  #closeString(): void {
    if (typeof this.#string === 'string') this.#name = this.#string;
    this.#string = undefined;
    this.#isValue = false;
  }

  /** Index of the closing quote, or the length of `chunk`. */
  #endOfString(chunk: Buffer, from: number): number {
    const quote = chunk.indexOf(QUOTE, from);
    const end = quote < 0 ? chunk.length : quote;
    if (!this.#escaped && !chunk.subarray(from, end).includes(BACKSLASH)) return end;
    for (let at = from; at < chunk.length; at++) {
      if (this.#escaped) this.#escaped = false;
      else if (chunk[at] === BACKSLASH) this.#escaped = true;
      else if (chunk[at] === QUOTE) return at;
    }
    return chunk.length;
  }
}

/** `''`, which is no image's, if invalid. */
function unescaped(raw: string): string {
  if (!raw.includes('\\')) return raw;
  try {
    return JSON.parse(`"${raw}"`);
  } catch {
    return '';
  }
}

type JsonBodyOptions = Omit<BodyBounds, 'maxBytes'> & {
  /** Members that are images, wherever they are. */
  readonly imageNames: ReadonlySet<string>;
  /** Images stay {@link JsonString}s, to be sent on. */
  readonly keepsImages?: boolean;
  readonly maxFieldBytes: number;
};

const JSON_TYPE = /^application\/json\s*(;|$)/i;
const CHARSET = /;\s*charset\s*=\s*"?([^\s";]*)/i;
const MAX_BYTES = limits.bodyMegabytes * MEGABYTE;

/**
 * Bounds a body before anything is parsed. Images, never one long string, become `Uint8Array`, `InvalidBase64` or `''`;
 * null members are dropped, since generated clients send them; objects have no prototype.
 * @throws ServiceError `wrong_media_type`, `encoded_body`, `body_too_large`, `fields_too_large`, `body_too_complex`,
 * `not_an_object`, `invalid_json` (also invalid UTF-8, lone surrogates), `malformed_request` (pauses too long);
 * ClientDisconnected
 */
export function readJsonBody(
  request: IncomingMessage,
  { imageNames, keepsImages = false, maxFieldBytes, ...bounds }: JsonBodyOptions,
): Promise<Record<string, unknown>> {
  return withBody(request, { ...bounds, maxBytes: MAX_BYTES }, async (chunks) => {
    requireJson(request.headers);
    const document = new JsonDocument(imageNames);
    for await (const chunk of chunks) {
      document.write(chunk);
      const { length, values, nesting } = document;
      if (length > maxFieldBytes) throw new ServiceError('fields_too_large', { max: sizeText(maxFieldBytes) });
      if (values > limits.bodyValues || nesting > limits.bodyNesting) throw new ServiceError('body_too_complex');
    }
    try {
      const images: unknown[] = [];
      for (const image of document.images) {
        if (keepsImages) images.push(image.pieces.length > 0 ? image : '');
        else images.push(await decodeImage(image));
      }
      return parse(document.end(), imageNames, images);
    } catch (error) {
      throw error instanceof SyntaxError ? new ServiceError('invalid_json', {}, { cause: error }) : error;
    }
  });
}

/** Only UTF-8; other parameters are ignored. */
function requireJson(headers: IncomingHttpHeaders): void {
  const type = headers['content-type']?.trim() ?? '';
  if (!JSON_TYPE.test(type)) throw new ServiceError('wrong_media_type');
  const charset = CHARSET.exec(type)?.[1];
  if (charset !== undefined && !/^utf-?8$/i.test(charset))
    throw new ServiceError('wrong_media_type', { details: 'the charset of the body must be UTF-8' });
}

/** Drops null members and puts images in the place of their numbers. */
function parse(document: Buffer, imageNames: ReadonlySet<string>, images: readonly unknown[]) {
  if (!isUtf8(document)) throw new SyntaxError('invalid UTF-8');
  const parsed: unknown = JSON.parse(new TextDecoder().decode(document), function (this: object, name, value) {
    if (!name.isWellFormed()) throw new SyntaxError('lone surrogate');
    // Assigned to an object, a member of this name would replace its prototype.
    if (name === '__proto__') return undefined;
    if (Array.isArray(value)) return value;
    if (typeof value === 'object' && value !== null) return Object.setPrototypeOf(value, null);
    if (typeof value === 'string' && imageNames.has(name)) return images[Number(value)];
    if (typeof value === 'string' && !value.isWellFormed()) throw new SyntaxError('lone surrogate');
    return value === null && !Array.isArray(this) ? undefined : value;
  });
  if (typeof parsed !== 'object' || Array.isArray(parsed)) throw new ServiceError('not_an_object');
  return parsed as Record<string, unknown>;
}
