import { Base64Decoder } from './base64-decoder.ts';
import { InvalidBase64 } from './base64-image.ts';
import type { ImageSink } from './image-splitter.ts';
import { JsonStringReader } from './json-string-reader.ts';

/** The longest accepted `data:` prefix, in characters. */
const prefixLength = 128;
const dataUrlPrefix = /^data:image\/[\w.+-]+(?:;[\w.+-]+=[\w.+-]*)*;base64,/i;

/** Collects the text of one image member: base64 with or without a `data:image/…;base64,` prefix. */
export class ImageText {
  readonly #decoder: Base64Decoder;
  /** The text so far, while it may still be a prefix. */
  #start: Buffer | undefined = Buffer.alloc(0);

  /** @param expected how many characters to expect; only a hint */
  constructor(expected = 0) {
    this.#decoder = new Base64Decoder(expected);
  }

  /** Takes the next piece, one character a byte; returns whether all of it is known to be in the base64 alphabet, but for a prefix. */
  write(text: Buffer): boolean {
    if (this.#start === undefined) return this.#decoder.write(text);
    this.#start = Buffer.concat([this.#start, text]);
    return this.#start.length >= prefixLength && this.#skipPrefix(this.#start);
  }

  /** The image's bytes, `''` if there was no text, {@link InvalidBase64} if it was not base64. */
  end(): Uint8Array | InvalidBase64 | '' {
    if (this.#start?.length === 0) return '';
    if (this.#start !== undefined) this.#skipPrefix(this.#start);
    return this.#decoder.end() ?? new InvalidBase64();
  }

  /** Decodes the first text; returns as {@link write}: a prefix has no character that JSON forbids either. */
  #skipPrefix(start: Buffer): boolean {
    this.#start = undefined;
    const prefix = dataUrlPrefix.exec(start.toString('latin1', 0, prefixLength));
    return this.#decoder.write(start.subarray(prefix?.[0].length ?? 0));
  }
}

/** Decodes an image while its text arrives: its bytes, {@link InvalidBase64}, or `''`. */
export function decodedImage(expected: number): ImageSink {
  const text = new ImageText(expected);
  const reader = new JsonStringReader((piece) => text.write(piece));
  return { read: (chunk, from) => reader.read(chunk, from), end: () => text.end() };
}
