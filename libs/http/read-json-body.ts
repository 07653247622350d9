import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { limits, MEGABYTE, sizeText } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import { decodeImage } from './base64-image.ts';
import { type BodyBounds, joined, withBody } from './body-chunks.ts';

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Size of a JSON body without its images, found before `JSON.parse` allocates for it: length in bytes, members and
 * elements (an empty object or array counts as one), nesting. Leaves the syntax to `JSON.parse`.
 * @throws ServiceError `body_too_complex`
 */
export function measureJson(body: Buffer, imageNames: ReadonlySet<string>) {
  let [length, values, nesting, depth] = [body.length, 0, 0, 0];
  let name = '';
  let isValue = false;
  for (let at = 0; at < body.length; at++) {
    const byte = body[at];
    if (byte === QUOTE) {
      const end = endOfString(body, at + 1);
      if (isValue && imageNames.has(unescaped(name))) length -= end - at - 1;
      else name = body.toString('latin1', at + 1, end);
      isValue = false;
      at = end;
    } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      values++;
      nesting = Math.max(nesting, ++depth);
      isValue = false;
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) depth--;
    else if (byte === COMMA) {
      values++;
      isValue = false;
    } else if (byte === COLON) isValue = true;
    if (values > limits.bodyValues || nesting > limits.bodyNesting) throw new ServiceError('body_too_complex');
  }
  return { length, values, nesting };
}

/** Index of the closing quote, or the length of `body`. */
function endOfString(body: Buffer, from: number): number {
  for (let quote = body.indexOf(QUOTE, from); quote >= 0; quote = body.indexOf(QUOTE, quote + 1)) {
    let before = quote;
    while (before > from && body[before - 1] === BACKSLASH) before--;
    if ((quote - before) % 2 === 0) return quote;
  }
  return body.length;
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
  /** Images stay text, to be sent on. */
  readonly keepsImages?: boolean;
  readonly maxFieldBytes: number;
};

const JSON_TYPE = /^application\/json\s*(;|$)/i;
const CHARSET = /;\s*charset\s*=\s*"?([^\s";]*)/i;
const MAX_BYTES = limits.bodyMegabytes * MEGABYTE;

/**
 * Bounds a body before it is parsed. Images become `Uint8Array`, `InvalidBase64` or `''`; null members are dropped,
 * since generated clients send them; objects have no prototype.
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
    const body = await joined(chunks, (length) => {
      if (imageNames.size === 0) requireFields(length, maxFieldBytes);
    });
    requireFields(measureJson(body, imageNames).length, maxFieldBytes);
    try {
      return parse(body, imageNames, keepsImages ? String : decodeImage);
    } catch (error) {
      throw error instanceof SyntaxError ? new ServiceError('invalid_json', {}, { cause: error }) : error;
    }
  });
}

function requireFields(length: number, max: number): void {
  if (length > max) throw new ServiceError('fields_too_large', { max: sizeText(max) });
}

/** Only UTF-8; other parameters are ignored. */
function requireJson(headers: IncomingHttpHeaders): void {
  const type = headers['content-type']?.trim() ?? '';
  if (!JSON_TYPE.test(type)) throw new ServiceError('wrong_media_type');
  const charset = CHARSET.exec(type)?.[1];
  if (charset !== undefined && !/^utf-?8$/i.test(charset))
    throw new ServiceError('wrong_media_type', { details: 'the charset of the body must be UTF-8' });
}

/** Drops null members. */
function parse(body: Buffer, imageNames: ReadonlySet<string>, image: (text: string) => unknown) {
  if (!isUtf8(body)) throw new SyntaxError('invalid UTF-8');
  const parsed: unknown = JSON.parse(new TextDecoder().decode(body), function (this: object, name, value) {
    if (!name.isWellFormed()) throw new SyntaxError('lone surrogate');
    // Assigned to an object, a member of this name would replace its prototype.
    if (name === '__proto__') return undefined;
    if (Array.isArray(value)) return value;
    if (typeof value === 'object' && value !== null) return Object.setPrototypeOf(value, null);
    if (typeof value === 'string' && imageNames.has(name)) return image(value);
    if (typeof value === 'string' && !value.isWellFormed()) throw new SyntaxError('lone surrogate');
    return value === null && !Array.isArray(this) ? undefined : value;
  });
  if (typeof parsed !== 'object' || Array.isArray(parsed)) throw new ServiceError('not_an_object');
  return parsed as Record<string, unknown>;
}
