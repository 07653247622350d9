import { setImmediate as nextTurn } from 'node:timers/promises';
import { acceptedImages } from '@styling/contracts';
import { z } from 'zod';

/** Value of an image field that is not base64; `details`: the fault and its position. */
export class InvalidBase64 {
  readonly details: string;

  constructor(details: string) {
    this.details = details;
  }
}

const PIECE_BYTES = 65_536;

/** Joins chunks to few pieces: a client may send one for each byte. */
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

/** Raw inside of a JSON string, escapes included. */
export class JsonString extends Pieces {}

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

const PIECES_A_TURN = 4;

let earlier: Promise<unknown> = Promise.resolve();

/**
 * Decodes either alphabet of RFC 4648, with or without padding or `data:` prefix, white space anywhere; `''` if empty.
 * One image at a time, being in memory twice, in turns of the event loop.
 * @throws SyntaxError when what was read before a fault is not the inside of a JSON string
 */
export function decodeImage({ pieces }: JsonString): Promise<Uint8Array | InvalidBase64 | ''> {
  const decoding = earlier.then(() => decode(pieces));
  earlier = decoding.catch(() => undefined);
  return decoding;
}

async function decode(pieces: readonly Buffer[]): Promise<Uint8Array | InvalidBase64 | ''> {
  const size = pieces.reduce((sum, { length }) => sum + length, 0);
  const bytes = Buffer.allocUnsafeSlow(Math.floor((size * 3) / 4));
  let length = 0;
  /** May be the first part of an escape. */
  let raw = '';
  let text = '';
  /** No whole group yet. */
  let rest = '';
  let characters = 0;
  let padding = 0;
  let position = 0;
  for (const [index, piece] of pieces.entries()) {
    const isLast = index === pieces.length - 1;
    raw += piece.toString('latin1');
    const end = isLast ? raw.length : endOfEscapes(raw);
    text += withoutEscapes(raw.slice(0, end));
    raw = raw.slice(end);
    if (position === 0) {
      if (text.length < PREFIX_LENGTH && !isLast) continue;
      position = DATA_URL_PREFIX.exec(text.slice(0, PREFIX_LENGTH))?.[0].length ?? 0;
      text = text.slice(position);
    }
    const firstPadding = padding > 0 ? 0 : text.indexOf('=');
    const padded = firstPadding < 0 ? text.length : firstPadding;
    const before = text.slice(0, padded).search(/[^\s\w+/-]/);
    const after = text.slice(padded).search(/[^\s=]/);
    const wrong = before >= 0 ? before : after >= 0 ? padded + after : -1;
    if (wrong >= 0) return unexpected(text.charAt(wrong), position + wrong + 1);
    position += text.length;
    const more = text.slice(0, padded).replace(/\s+/g, '');
    characters += more.length;
    padding += text.slice(padded).replace(/\s+/g, '').length;
    rest += more;
    const grouped = rest.length - (rest.length % 4);
    length += bytes.write(rest.slice(0, grouped), length, 'base64');
    rest = rest.slice(grouped);
    text = '';
    if (index % PIECES_A_TURN === PIECES_A_TURN - 1) await nextTurn();
  }
  if (characters % 4 === 1) return new InvalidBase64(`ends in the middle of a byte, at position ${position}`);
  if (padding > 2 || (padding > 0 && (characters + padding) % 4 !== 0)) {
    return new InvalidBase64(`wrong number of padding characters: ${padding}`);
  }
  length += bytes.write(rest, length, 'base64');
  return length === 0 ? '' : bytes.subarray(0, length);
}

/** Index of an escape that the next piece completes, else the length. */
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
