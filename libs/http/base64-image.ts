import { setImmediate as nextTurn } from 'node:timers/promises';
import { acceptedImages } from '@styling/contracts';
import { z } from 'zod';

/** Stands for the value of an image field that is not base64. */
export class InvalidBase64 {
  /** The fault and its position. */
  readonly details: string;

  constructor(details: string) {
    this.details = details;
  }
}

/** Most bytes of a piece. */
const PIECE_BYTES = 65_536;

/** Bytes that arrive in chunks of any size, joined to few pieces: a client may send a chunk for each byte. */
export class Pieces {
  readonly pieces: Buffer[] = [];
  #block = Buffer.alloc(0);
  #used = 0;

  write(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      if (this.#used === this.#block.length) {
        this.#block = Buffer.allocUnsafeSlow(Math.min(PIECE_BYTES, Math.max(256, bytes.length - at, 2 * this.#used)));
        this.#used = 0;
        this.pieces.push(this.#block);
      }
      const part = bytes.subarray(at, at + this.#block.length - this.#used);
      this.#block.set(part, this.#used);
      at += part.length;
      this.#used += part.length;
      this.pieces[this.pieces.length - 1] = this.#block.subarray(0, this.#used);
    }
  }
}

/** The inside of a JSON string as it was sent, escapes and all. */
export class JsonString extends Pieces {}

/**
 * An image in a request body. On the wire it is a base64 string, with or without a `data:image/…;base64,` prefix;
 * `readJsonBody` decodes it, so that a parsed body holds bytes or {@link InvalidBase64}.
 */
export const base64Image = z
  .custom<Uint8Array>((value) => value instanceof Uint8Array, { abort: true })
  .meta({
    type: 'string',
    contentEncoding: 'base64',
    description: `${acceptedImages}, base64 (a data: prefix is accepted)`,
  });

/** The longest accepted `data:` prefix (RFC 2397), in characters. */
const PREFIX_LENGTH = 128;
const DATA_URL_PREFIX = /^\s*data:[^,]*;base64,/i;

let earlier: Promise<unknown> = Promise.resolve();

/** Pieces decoded in a turn of the event loop. */
const PIECES_A_TURN = 4;

/**
 * Decodes base64 as phones, browsers and libraries write it: in either alphabet of RFC 4648 (sections 4 and 5), with or without
 * padding or a `data:…;base64,` prefix, with white space anywhere. One image after the other, as each is in memory twice
 * meanwhile; each in turns of the event loop.
 *
 * @returns the bytes, {@link InvalidBase64}, or `''` if there are none
 * @throws SyntaxError when it is not the inside of a JSON string
 */
export function decodeImage({ pieces }: JsonString): Promise<Uint8Array | InvalidBase64 | ''> {
  const decoding = earlier.then(async () => {
    const decoder = new Decoder(pieces.reduce((sum, { length }) => sum + length, 0));
    for (const [index, piece] of pieces.entries()) {
      decoder.write(piece.toString('latin1'));
      if (index % PIECES_A_TURN === PIECES_A_TURN - 1) await nextTurn();
    }
    return decoder.end();
  });
  earlier = decoding.catch(() => undefined);
  return decoding;
}

/** Decodes the inside of a JSON string piece by piece into the final buffer. */
class Decoder {
  readonly #bytes: Buffer;
  #length = 0;
  /** Text as sent that may be the first part of an escape. */
  #raw = '';
  /** The beginning of the text, until it is long enough for any prefix. */
  #head: string | undefined = '';
  /** Characters of the alphabet that are no whole group yet. */
  #rest = '';
  #characters = 0;
  #padding = 0;
  /** Characters of the text so far, the prefix included. */
  #position = 0;
  #fault: InvalidBase64 | undefined;

  constructor(characters: number) {
    this.#bytes = Buffer.allocUnsafeSlow(bytesIn(characters));
  }

  write(sent: string): void {
    const raw = this.#raw + sent;
    const end = endOfEscapes(raw);
    this.#raw = raw.slice(end);
    this.#writeText(withoutEscapes(raw.slice(0, end)));
  }

  end(): Uint8Array | InvalidBase64 | '' {
    this.#writeText(withoutEscapes(this.#raw));
    this.#endHead();
    if (this.#fault) return this.#fault;
    if (this.#characters % 4 === 1) {
      return new InvalidBase64(`ends in the middle of a byte, at position ${this.#position}`);
    }
    const padding = this.#padding;
    if (padding > 2 || (padding > 0 && (this.#characters + padding) % 4 !== 0)) {
      return new InvalidBase64(`wrong number of padding characters: ${padding}`);
    }
    this.#length += this.#bytes.write(this.#rest, this.#length, 'base64');
    return this.#length === 0 ? '' : this.#bytes.subarray(0, this.#length);
  }

  #writeText(text: string): void {
    if (this.#head === undefined) this.#decode(text);
    else {
      this.#head += text;
      if (this.#head.length >= PREFIX_LENGTH) this.#endHead();
    }
  }

  #endHead(): void {
    const head = this.#head ?? '';
    this.#head = undefined;
    const prefix = prefixOf(head);
    this.#position += prefix;
    this.#decode(head.slice(prefix));
  }

  #decode(text: string): void {
    const firstPadding = this.#padding > 0 ? 0 : text.indexOf('=');
    const padded = firstPadding < 0 ? text.length : firstPadding;
    const before = text.slice(0, padded).search(/[^\s\w+/-]/);
    const after = text.slice(padded).search(/[^\s=]/);
    const wrong = before >= 0 ? before : after >= 0 ? padded + after : -1;
    if (wrong >= 0) this.#fault ??= unexpected(text.charAt(wrong), this.#position + wrong + 1);
    this.#position += text.length;
    const characters = text.slice(0, padded).replace(/\s+/g, '');
    this.#characters += characters.length;
    this.#padding += text.slice(padded).replace(/\s+/g, '').length;
    const grouped = this.#rest + characters;
    const end = grouped.length - (grouped.length % 4);
    this.#length += this.#bytes.write(grouped.slice(0, end), this.#length, 'base64');
    this.#rest = grouped.slice(end);
  }
}

/** The index at which an escape begins that the next piece completes; the length of `raw` if none does. */
function endOfEscapes(raw: string): number {
  const last = raw.lastIndexOf('\\');
  if (last < 0) return raw.length;
  let first = last;
  while (raw[first - 1] === '\\') first--;
  const isEscape = (last - first) % 2 === 0;
  const isWhole = raw.length > last + (raw[last + 1] === 'u' ? 5 : 1);
  return isEscape && !isWhole ? last : raw.length;
}

/** @throws SyntaxError when it is not the inside of a JSON string */
const withoutEscapes = (raw: string): string => (/[\\\p{Cc}]/u.test(raw) ? JSON.parse(`"${raw}"`) : raw);

function unexpected(character: string, position: number): InvalidBase64 {
  const shown = /[!-~]/.test(character) ? `unexpected character ${character}` : 'unexpected unprintable character';
  return new InvalidBase64(`${shown} at position ${position}`);
}

const prefixOf = (text: string): number => DATA_URL_PREFIX.exec(text.slice(0, PREFIX_LENGTH))?.[0].length ?? 0;
const bytesIn = (characters: number): number => Math.floor((characters * 3) / 4);
