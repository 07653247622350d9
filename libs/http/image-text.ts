import { Base64Decoder } from './base64-decoder.ts';
import { InvalidBase64 } from './base64-image.ts';
import type { ImageSink } from './image-splitter.ts';
import { JsonStringReader } from './json-string-reader.ts';

/** The longest accepted `data:` prefix, in characters. */
const prefixLength = 128;
const dataUrlPrefix = /^\s*data:[^,]*;base64,/i;

/** Collects the text of one image member: base64 with or without a `data:…;base64,` prefix (RFC 2397), whatever type it names. */
export class ImageText {
  readonly #expected: number;
  /** The text so far, while it may still be a prefix. */
  #start: Buffer = Buffer.alloc(0);
  #decoder: Base64Decoder | undefined;

  /** @param expected how many characters to expect; only a hint */
  constructor(expected = 0) {
    this.#expected = expected;
  }

  /** Takes the next piece, one character a byte; returns whether all of it is known to be in the base64 alphabet, but for a prefix. */
  write(text: Buffer): boolean {
    if (this.#decoder) return this.#decoder.write(text);
    this.#start = Buffer.concat([this.#start, text]);
    if (this.#start.length >= prefixLength) this.#open();
    return false;
  }

  /** The image's bytes, `''` if there was no text, {@link InvalidBase64} if it was not base64. */
  end(): Uint8Array | InvalidBase64 | '' {
    const decoded = (this.#decoder ?? this.#open()).end();
    if (typeof decoded === 'string') return new InvalidBase64(decoded);
    return decoded.length === 0 ? '' : decoded;
  }

  /** Begins to decode, after the prefix if there is one. */
  #open(): Base64Decoder {
    const prefix = dataUrlPrefix.exec(this.#start.toString('latin1', 0, prefixLength))?.[0].length ?? 0;
    this.#decoder = new Base64Decoder(this.#expected, prefix);
    this.#decoder.write(this.#start.subarray(prefix));
    return this.#decoder;
  }
}

/** Decodes an image while its text arrives: its bytes, {@link InvalidBase64}, or `''`. */
export function decodedImage(expected: number): ImageSink {
  const text = new ImageText(expected);
  const reader = new JsonStringReader((piece) => text.write(piece));
  return { read: (chunk, from) => reader.read(chunk, from), end: () => text.end() };
}
