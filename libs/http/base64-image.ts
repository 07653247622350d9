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

/** The inside of a JSON string as it was sent, escapes and all, in the pieces in which it arrived. */
export class JsonString {
  readonly pieces: Buffer[] = [];
}

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

/**
 * Decodes base64 as phones, browsers and libraries write it: in either alphabet of RFC 4648 (sections 4 and 5), with or without
 * padding or a `data:…;base64,` prefix, with white space anywhere. One image after the other, as each is in memory twice
 * meanwhile.
 *
 * @returns the bytes, {@link InvalidBase64}, or `''` if there are none
 * @throws SyntaxError when it is not the inside of a JSON string
 */
export function decodeImage({ pieces }: JsonString): Promise<Uint8Array | InvalidBase64 | ''> {
  const decoding = earlier.then(
    async () => (await decodePlain(pieces)) ?? decodeText(JSON.parse(`"${Buffer.concat(pieces).toString('latin1')}"`)),
  );
  earlier = decoding.catch(() => undefined);
  return decoding;
}

/** Pieces decoded in a turn of the event loop, of some 64 kB each. */
const PIECES_A_TURN = 16;

/** Decodes text without escapes and white space, piece by piece into the final buffer; undefined for any other. */
async function decodePlain(pieces: readonly Buffer[]): Promise<Uint8Array | undefined> {
  const bytes = Buffer.allocUnsafeSlow(bytesIn(pieces.reduce((sum, piece) => sum + piece.length, 0)));
  let length = 0;
  let rest = '';
  for (const [index, piece] of pieces.entries()) {
    const text = rest + piece.toString('latin1');
    const isLast = index === pieces.length - 1;
    if (index === 0 && !isLast && text.length < PREFIX_LENGTH) return undefined;
    const start = index === 0 ? prefixOf(text) : 0;
    const end = isLast ? text.length - paddingOf(text) : text.length - ((text.length - start) % 4);
    // A group of one character is no byte, and padding fills the last group.
    if (isLast && ((end - start) % 4 === 1 || (end < text.length && (text.length - start) % 4 !== 0))) return undefined;
    const expected = bytesIn(end - start);
    // Node skips what is in no alphabet, as the number of bytes then shows: quicker than to look for it.
    if (bytes.write(text.slice(start, end), length, 'base64') !== expected) return undefined;
    length += expected;
    rest = text.slice(end);
    if (index % PIECES_A_TURN === PIECES_A_TURN - 1) await nextTurn();
  }
  return length > 0 ? bytes.subarray(0, length) : undefined;
}

function decodeText(whole: string): Uint8Array | InvalidBase64 | '' {
  const prefix = prefixOf(whole);
  const text = whole.slice(prefix);
  const firstPadding = text.indexOf('=');
  const padded = firstPadding < 0 ? text.length : firstPadding;
  const before = text.slice(0, padded).search(/[^\s\w+/-]/);
  const after = text.slice(padded).search(/[^\s=]/);
  const wrong = before >= 0 ? before : after >= 0 ? padded + after : -1;
  if (wrong >= 0) {
    const character = text.charAt(wrong);
    const shown = /[!-~]/.test(character) ? `unexpected character ${character}` : 'unexpected unprintable character';
    return new InvalidBase64(`${shown} at position ${prefix + wrong + 1}`);
  }
  const characters = text.slice(0, padded).replace(/\s+/g, '');
  const padding = text.slice(padded).replace(/\s+/g, '').length;
  if (characters.length % 4 === 1) {
    return new InvalidBase64(`ends in the middle of a byte, at position ${whole.length}`);
  }
  if (padding > 2 || (padding > 0 && (characters.length + padding) % 4 !== 0)) {
    return new InvalidBase64(`wrong number of padding characters: ${padding}`);
  }
  return characters === '' ? '' : Buffer.from(characters, 'base64');
}

const prefixOf = (text: string): number => DATA_URL_PREFIX.exec(text.slice(0, PREFIX_LENGTH))?.[0].length ?? 0;
const paddingOf = (text: string): number => (text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0);
const bytesIn = (characters: number): number => Math.floor((characters * 3) / 4);
