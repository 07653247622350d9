import { acceptedImages } from '@styling/contracts';
import { z } from 'zod';

/** Value of an image field that is not base64; `details`: the fault and its position. */
export class InvalidBase64 {
  readonly details: string;

  constructor(details: string) {
    this.details = details;
  }
}

/** Base64 on the wire, a `data:` prefix allowed; `readJsonBody` makes it bytes or {@link InvalidBase64}. */
export const base64Image = z
  .custom<Uint8Array>((value) => value instanceof Uint8Array, { abort: true })
  .meta({
    type: 'string',
    contentEncoding: 'base64',
    description: `${acceptedImages}, base64 (a data: prefix is accepted)`,
  });

/** Longest accepted `data:` prefix (RFC 2397), in characters. */
const PREFIX_LENGTH = 128;
const DATA_URL_PREFIX = /^\s*data:[^,]*;base64,/i;

/** Decodes either alphabet of RFC 4648, with or without padding or `data:` prefix, white space anywhere; `''` if empty. */
export function decodeImage(text: string): Uint8Array | InvalidBase64 | '' {
  const begin = DATA_URL_PREFIX.exec(text.slice(0, PREFIX_LENGTH))?.[0].length ?? 0;
  const firstPadding = text.indexOf('=', begin);
  const end = firstPadding < 0 ? text.length : firstPadding;
  const before = text.slice(begin, end).search(/[^\s\w+/-]/);
  const after = text.slice(end).search(/[^\s=]/);
  if (before >= 0) return unexpected(text, begin + before);
  if (after >= 0) return unexpected(text, end + after);
  const data = text.slice(begin, end).replace(/\s+/g, '');
  const padding = text.slice(end).replace(/\s+/g, '').length;
  if (data.length % 4 === 1) return new InvalidBase64(`ends in the middle of a byte, at position ${text.length}`);
  if (padding > 2 || (padding > 0 && (data.length + padding) % 4 !== 0)) {
    return new InvalidBase64(`wrong number of padding characters: ${padding}`);
  }
  return data === '' ? '' : Buffer.from(data, 'base64');
}

function unexpected(text: string, index: number): InvalidBase64 {
  const character = text.charAt(index);
  const shown = /[!-~]/.test(character) ? `unexpected character ${character}` : 'unexpected unprintable character';
  return new InvalidBase64(`${shown} at position ${index + 1}`);
}
