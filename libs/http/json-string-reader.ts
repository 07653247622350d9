import { backslash, quote } from './json-bytes.ts';

/** Stands for any character that does not fit a byte of Latin-1; no base64 has it. */
const otherCharacter = 0xff;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids just these inside a string (RFC 8259, section 7)
const controlCharacter = /[\0-\x1f]/;

/**
 * Takes the unescaped text of a string piece by piece, as one byte for each character; a character beyond ASCII comes as
 * any bytes beyond ASCII. Returns true when it is sure that the piece has no control character, which saves a look.
 */
export type TextSink = (text: Buffer) => boolean;

/** Reads the inside of one JSON string that arrives in pieces, and passes its text on without keeping it. */
export class JsonStringReader {
  readonly #sink: TextSink;
  /** An escape sequence of which the end has not arrived, `\` included. */
  #escape = '';

  constructor(sink: TextSink) {
    this.#sink = sink;
  }

  /**
   * @param chunk bytes of the document
   * @param from where in `chunk` the inside of the string begins or goes on
   * @returns the index of the closing quote, or the length of `chunk` when the string goes on in the next one
   * @throws SyntaxError for a bad escape or a control character
   */
  read(chunk: Buffer, from: number): number {
    if (this.#escape) return this.#readEscaped(chunk, from);
    const found = chunk.indexOf(quote, from);
    const end = found < 0 ? chunk.length : found;
    const text = chunk.subarray(from, end);
    if (text.includes(backslash)) return this.#readEscaped(chunk, from);
    if (!this.#sink(text) && controlCharacter.test(text.toString('latin1'))) {
      throw new SyntaxError('control character in JSON string');
    }
    return end;
  }

  /** The slow way, byte by byte: a quote ends the string only where it is not escaped. */
  #readEscaped(chunk: Buffer, from: number): number {
    const text = Buffer.allocUnsafe(chunk.length - from);
    let length = 0;
    let at = from;
    for (; at < chunk.length; at++) {
      const byte = chunk[at] as number;
      if (this.#escape) {
        this.#escape += String.fromCharCode(byte);
        const character = characterOf(this.#escape);
        if (character !== undefined) {
          text[length++] = character;
          this.#escape = '';
        }
      } else if (byte === backslash) this.#escape = '\\';
      else if (byte === quote) break;
      else if (byte < 0x20) throw new SyntaxError('control character in JSON string');
      else text[length++] = byte;
    }
    this.#sink(text.subarray(0, length));
    return at;
  }
}

const simpleEscapes = new Map(
  Object.entries({
    '\\/': '/',
    '\\"': '"',
    '\\\\': '\\',
    '\\b': '\b',
    '\\f': '\f',
    '\\n': '\n',
    '\\r': '\r',
    '\\t': '\t',
  }),
);

/** The character an escape sequence stands for, undefined while it is not complete. */
function characterOf(sequence: string): number | undefined {
  if (sequence.length === 2 && sequence !== '\\u') {
    const character = simpleEscapes.get(sequence);
    if (character === undefined) throw new SyntaxError('bad escape in JSON string');
    return character.charCodeAt(0);
  }
  if (sequence.length < 6) return undefined;
  if (!/^\\u[0-9a-f]{4}$/i.test(sequence)) throw new SyntaxError('bad escape in JSON string');
  const code = Number.parseInt(sequence.slice(2), 16);
  return code < 0x80 ? code : otherCharacter;
}
