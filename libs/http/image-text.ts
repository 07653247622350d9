import { InvalidBase64 } from '@styling/contracts';
import { Base64Decoder } from './base64-decoder.ts';

/** The longest `data:` prefix that is looked for, in characters. */
const prefixLength = 128;
const dataUrlPrefix = /^data:image\/[\w.+-]+(?:;[\w.+-]+=[\w.+-]*)*;base64,/i;

/** Collects the text of one image member: base64 with or without a `data:image/…;base64,` prefix. */
export class ImageText {
  readonly #decoder = new Base64Decoder();
  #start: string | undefined = '';

  /** @param text the next piece, of any length */
  write(text: string): void {
    if (this.#start === undefined) {
      this.#decoder.write(text);
      return;
    }
    this.#start += text;
    if (this.#start.length >= prefixLength) this.#skipPrefix(this.#start);
  }

  /** The image's bytes, `''` when there was no text at all, {@link InvalidBase64} when it was not base64. */
  end(): Uint8Array | InvalidBase64 | '' {
    if (this.#start === '') return '';
    if (this.#start !== undefined) this.#skipPrefix(this.#start);
    return this.#decoder.end() ?? new InvalidBase64();
  }

  #skipPrefix(start: string): void {
    this.#start = undefined;
    const prefix = dataUrlPrefix.exec(start.slice(0, prefixLength));
    this.#decoder.write(start.slice(prefix?.[0].length ?? 0));
  }
}
