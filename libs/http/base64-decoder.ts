/** At most this many times the bytes received are allocated, whatever size was announced. */
const trust = 8;

/**
 * Decodes base64 that arrives in pieces, as phones, browsers and libraries write it: in either alphabet of RFC 4648 (sections 4
 * and 5), with padding or without, with white space anywhere. The bytes are written to their final buffer.
 */
export class Base64Decoder {
  readonly #expected: number;
  #bytes: Buffer = Buffer.alloc(0);
  #length = 0;
  /** Up to three characters of an incomplete group. */
  #rest = '';
  /** How many characters came before the next piece. */
  #position: number;
  #padding = 0;
  #fault: string | undefined;

  /**
   * @param expected how many characters to expect; only a hint
   * @param position how many characters of the text came before, which error texts count
   */
  constructor(expected = 0, position = 0) {
    this.#expected = bytesIn(expected);
    this.#position = position;
  }

  /** Takes the next piece, one character a byte; returns whether all of it is in an alphabet. */
  write(text: Buffer): boolean {
    if (this.#fault !== undefined) return false;
    const piece = text.toString('latin1');
    const isPlain = this.#padding === 0 && this.#decode(this.#rest + piece);
    if (!isPlain) this.#decode(this.#rest + this.#charactersOf(piece));
    this.#position += piece.length;
    return isPlain;
  }

  /** All decoded bytes, or what is wrong with the text. */
  end(): Buffer | string {
    const { length } = this.#rest;
    if (length === 1) this.#fault ??= `ends in the middle of a byte, at position ${this.#position}`;
    if (this.#padding > 2 || (this.#padding > 0 && (length + this.#padding) % 4 !== 0)) {
      this.#fault ??= `wrong number of padding characters: ${this.#padding}`;
    }
    this.#append(this.#rest);
    return this.#fault ?? this.#bytes.subarray(0, this.#length);
  }

  /** The characters of a piece that are in an alphabet. Only white space may be among them, and only that and padding after padding. */
  #charactersOf(piece: string): string {
    const found = this.#padding > 0 ? 0 : piece.indexOf('=');
    const start = found < 0 ? piece.length : found;
    const padding = piece.slice(start);
    const before = piece.slice(0, start).search(/[^\s\w+/-]/);
    const after = padding.search(/[^\s=]/);
    if (before >= 0) this.#refuse(piece, before);
    else if (after >= 0) this.#refuse(piece, start + after);
    this.#padding += padding.length - padding.replaceAll('=', '').length;
    return piece.replace(others, '');
  }

  #refuse(piece: string, at: number): void {
    const character = piece.charAt(at);
    const shown = /[!-~]/.test(character) ? `unexpected character ${character}` : 'unexpected unprintable character';
    this.#fault ??= `${shown} at position ${this.#position + at + 1}`;
    this.#bytes = Buffer.alloc(0);
  }

  /** Decodes the whole groups of `characters` and keeps the rest; false, without a change, if not all are in an alphabet. */
  #decode(characters: string): boolean {
    const whole = characters.length - (characters.length % 4);
    const rest = characters.slice(whole);
    if (other.test(rest) || !this.#append(characters.slice(0, whole))) return false;
    this.#rest = rest;
    return true;
  }

  /** Node skips what is in no alphabet, as the number of bytes then shows: quicker than to look for it. */
  #append(characters: string): boolean {
    if (this.#fault !== undefined) return false;
    const length = bytesIn(characters.length);
    if (this.#room(length).write(characters, this.#length, length, 'base64') !== length) return false;
    this.#length += length;
    return true;
  }

  /** Grows with the bytes received; the announced size alone could be anything. */
  #room(more: number): Buffer {
    const needed = this.#length + more;
    if (needed <= this.#bytes.length) return this.#bytes;
    const size = needed <= this.#expected ? Math.min(this.#expected, trust * needed) : 2 * needed;
    const grown = Buffer.allocUnsafeSlow(size);
    this.#bytes.copy(grown, 0, 0, this.#length);
    this.#bytes = grown;
    return grown;
  }
}

const other = /[^\w+/-]/;
const others = /[^\w+/-]+/g;

const bytesIn = (characters: number): number => Math.floor((characters * 3) / 4);
