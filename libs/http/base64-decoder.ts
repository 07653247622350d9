/**
 * Decodes base64 that arrives in pieces, strictly as RFC 4648 section 4: the standard alphabet, padded, zero trailing
 * bits, no line breaks. `Buffer.from(text, 'base64')` alone takes anything and never complains.
 */
export class Base64Decoder {
  #decoded: Buffer[] = [];
  #rest = '';
  #padded = false;
  #valid = true;

  /** @param text the next piece, of any length */
  write(text: string): void {
    if (!this.#valid) return;
    const pending = this.#rest + text;
    const cut = pending.length - (pending.length % 4);
    this.#rest = pending.slice(cut);
    if (cut === 0) return;
    const groups = pending.slice(0, cut);
    const bytes = Buffer.from(groups, 'base64');
    // Only canonical base64 survives the way back; this also catches padding that is not at the end of `groups`.
    if (this.#padded || bytes.toString('base64') !== groups) {
      this.#valid = false;
      this.#decoded = [];
      return;
    }
    this.#padded = groups.endsWith('=');
    this.#decoded.push(bytes);
  }

  /** All decoded bytes, or undefined when what was written is not base64. */
  end(): Buffer | undefined {
    return this.#valid && this.#rest === '' ? Buffer.concat(this.#decoded) : undefined;
  }
}
