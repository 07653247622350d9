export const quote = 0x22;
export const backslash = 0x5c;

/** Stands for any character beyond ASCII that was escaped; base64 has none. */
const otherCharacter = 0xff;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids just these inside a string (RFC 8259, section 7)
const controlCharacter = /[\0-\x1f]/;

/** Reads the inside of a JSON string that arrives in pieces, and passes its text on without keeping it. */
export class JsonStringReader {
  readonly #sink: (text: Buffer) => boolean;
  /** An incomplete escape sequence, with its `\`. */
  #escape = '';

  /**
   * @param sink receives the unescaped text, one byte per character; a character beyond ASCII is any bytes beyond ASCII.
   *   Returns true if the piece certainly has no control character, which saves a check
   */
  constructor(sink: (text: Buffer) => boolean) {
    this.#sink = sink;
  }

  /**
   * Reads `chunk` from the index `from`; returns that of the closing quote, or the length if the string continues.
   *
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

  /** Byte by byte, for text with escape sequences. */
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

const SIMPLE_ESCAPES = new Map(
  [...'"\\/bfnrt'].map((letter, index) => [`\\${letter}`, '"\\/\b\f\n\r\t'.charCodeAt(index)]),
);

/** The character an escape sequence stands for, undefined while it is not complete. */
function characterOf(sequence: string): number | undefined {
  if (sequence.length === 2 && sequence !== '\\u') {
    const character = SIMPLE_ESCAPES.get(sequence);
    if (character === undefined) throw new SyntaxError('bad escape in JSON string');
    return character;
  }
  if (sequence.length < 6) return undefined;
  if (!/^\\u[0-9a-f]{4}$/i.test(sequence)) throw new SyntaxError('bad escape in JSON string');
  const code = Number.parseInt(sequence.slice(2), 16);
  return code < 0x80 ? code : otherCharacter;
}
