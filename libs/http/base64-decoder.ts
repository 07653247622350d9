/** Up to so many times what has arrived is set aside, where more is announced. */
const trust = 8;

/**
 * Decodes base64 that arrives in pieces, strictly as RFC 4648 section 4: the standard alphabet, padded, zero trailing
 * bits, no line breaks. The bytes go right to where they stay: there is no second copy of an image at any time, and
 * little rubbish.
 */
export class Base64Decoder {
  readonly #expected: number;
  #bytes: Buffer = Buffer.alloc(0);
  #length = 0;
  /** Up to three characters that wait for the rest of their group. */
  #rest = '';
  #padded = false;
  #valid = true;

  /** @param expected how many characters are likely to come; only a hint */
  constructor(expected = 0) {
    this.#expected = bytesIn(expected);
  }

  /**
   * @param text the next piece, of any length: one character a byte
   * @returns whether all of it was characters of base64; not after it was found not to be base64
   */
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

  /** All decoded bytes, or undefined when what was written is not base64. */
  end(): Buffer | undefined {
    return this.#valid && this.#rest === '' ? this.#bytes.subarray(0, this.#length) : undefined;
  }

  /** @param groups whole groups of four characters */
  #decode(groups: string): void {
    if (!this.#valid) return;
    const padding = groups.indexOf('=');
    const length = padding < 0 ? bytesIn(groups.length) : bytesIn(padding);
    // Node leaves out what it does not know and takes the URL-safe alphabet too, but its count and two looks tell.
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

  /** Grows as much arrives, not as is announced alone: that is for anyone to say. */
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

/** Whether the last of these groups, and it alone, is padded as it must be: only then does it survive the way back. */
function isPadded(groups: string): boolean {
  const last = groups.slice(-4);
  return groups.indexOf('=') >= groups.length - 2 && Buffer.from(last, 'base64').toString('base64') === last;
}
