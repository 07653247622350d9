/** At most this many times the bytes received are allocated, whatever size was announced. */
const trust = 8;

/**
 * Decodes base64 that arrives in pieces, strictly as RFC 4648 section 4: the standard alphabet, padded, zero trailing
 * bits, no line breaks. The bytes are written to their final buffer.
 */
export class Base64Decoder {
  readonly #expected: number;
  #bytes: Buffer = Buffer.alloc(0);
  #length = 0;
  /** Up to three characters of an incomplete group. */
  #rest = '';
  #padded = false;
  #valid = true;

  /** @param expected how many characters to expect; only a hint */
  constructor(expected = 0) {
    this.#expected = bytesIn(expected);
  }

  /** Takes the next piece, one character a byte; returns whether all of it is in the alphabet, false once invalid. */
  write(text: Buffer): boolean {
    let at = 0;
    while (this.#rest !== '' && this.#rest.length < 4 && at < text.length)
      this.#rest += String.fromCharCode(text[at++] as number);
    if (this.#rest.length === 4) {
      this.#decode(this.#rest);
      this.#rest = '';
    }
    if (this.#rest === '') {
      const cut = text.length - ((text.length - at) % 4);
      if (cut > at) this.#decode(text.toString('latin1', at, cut));
      this.#rest = text.toString('latin1', cut, text.length);
    }
    return this.#valid && alphabet.test(this.#rest);
  }

  /** All decoded bytes, or undefined if the text is not base64. */
  end(): Buffer | undefined {
    return this.#valid && this.#rest === '' ? this.#bytes.subarray(0, this.#length) : undefined;
  }

  /** @param groups whole groups of four characters */
  #decode(groups: string): void {
    if (!this.#valid) return;
    const padding = groups.indexOf('=');
    const length = padding < 0 ? bytesIn(groups.length) : bytesIn(padding);
    // Node skips unknown characters, which the byte count reveals, and accepts the URL-safe alphabet, hence two checks.
    this.#valid =
      !this.#padded &&
      (padding < 0 || isPadded(groups)) &&
      !groups.includes('-') &&
      !groups.includes('_') &&
      this.#room(length).write(groups, this.#length, 'base64') === length;
    this.#padded = padding >= 0;
    this.#length += length;
    if (!this.#valid) this.#bytes = Buffer.alloc(0);
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

const alphabet = /^[A-Za-z0-9+/=]*$/;

const bytesIn = (characters: number): number => Math.floor((characters * 3) / 4);

/** Whether only the last group is padded, and correctly: then encoding it again gives the same text. */
function isPadded(groups: string): boolean {
  const last = groups.slice(-4);
  return groups.indexOf('=') >= groups.length - 2 && Buffer.from(last, 'base64').toString('base64') === last;
}
