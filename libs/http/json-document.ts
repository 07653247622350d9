import { JsonString } from './base64-image.ts';

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * A JSON document that arrives in pieces, with the text of its images set aside: `{"selfie_base64":"0"}` remains, and the first of
 * `images`. It also measures the rest, so that a document can be refused before `JSON.parse` allocates anything for it. The
 * syntax of the rest is assumed to be valid, which `JSON.parse` then checks.
 */
export class JsonDocument {
  /** Bytes kept so far. */
  length = 0;
  /** Members and elements so far; an empty object or array counts as one. */
  values = 0;
  /** The deepest nesting so far. */
  nesting = 0;
  readonly images: JsonString[] = [];
  readonly #imageNames: ReadonlySet<string>;
  readonly #kept: Buffer[] = [];
  #depth = 0;
  /** The string being read: an image, or the raw text of another one. */
  #string: JsonString | string | undefined;
  #escaped = false;
  /** Raw text of the last string. */
  #name = '';
  /** Whether a member's value comes next. */
  #isValue = false;

  /** @param imageNames members whose strings are images, wherever they are */
  constructor(imageNames: ReadonlySet<string>) {
    this.#imageNames = imageNames;
  }

  write(chunk: Buffer): void {
    let begin = 0;
    for (let at = 0; at < chunk.length; at++) {
      if (this.#string !== undefined) {
        const end = this.#endOfString(chunk, at);
        if (this.#string instanceof JsonString) {
          this.#keep(chunk.subarray(begin, at));
          if (end > at) this.#string.pieces.push(chunk.subarray(at, end));
          begin = end;
        } else this.#string += chunk.toString('latin1', at, end);
        at = end;
        if (end < chunk.length) this.#closeString();
        continue;
      }
      const byte = chunk[at];
      if (byte === QUOTE) {
        this.#string = '';
        if (!this.#isValue || !this.#imageNames.has(unescaped(this.#name))) continue;
        const image = new JsonString();
        this.#string = image;
        this.#keep(chunk.subarray(begin, at + 1));
        this.#keep(Buffer.from(String(this.images.push(image) - 1)));
        begin = at + 1;
      } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
        this.values++;
        this.nesting = Math.max(this.nesting, ++this.#depth);
        this.#isValue = false;
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) this.#depth--;
      else if (byte === COMMA) {
        this.values++;
        this.#isValue = false;
      } else if (byte === COLON) this.#isValue = true;
    }
    this.#keep(chunk.subarray(begin));
  }

  /** The document without the text of its images. */
  end(): Buffer {
    return Buffer.concat(this.#kept);
  }

  #keep(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.#kept.push(bytes);
    this.length += bytes.length;
  }

  #closeString(): void {
    if (typeof this.#string === 'string') this.#name = this.#string;
    this.#string = undefined;
    this.#isValue = false;
  }

  /** The index of the quote that closes the string being read, or the length of `chunk` if it continues. */
  #endOfString(chunk: Buffer, from: number): number {
    const quote = chunk.indexOf(QUOTE, from);
    const end = quote < 0 ? chunk.length : quote;
    if (!this.#escaped && !chunk.subarray(from, end).includes(BACKSLASH)) return end;
    for (let at = from; at < chunk.length; at++) {
      if (this.#escaped) this.#escaped = false;
      else if (chunk[at] === BACKSLASH) this.#escaped = true;
      else if (chunk[at] === QUOTE) return at;
    }
    return chunk.length;
  }
}

/** A member's name; `''`, which is no image's, if it is invalid. */
function unescaped(raw: string): string {
  if (!raw.includes('\\')) return raw;
  try {
    return JSON.parse(`"${raw}"`);
  } catch {
    return '';
  }
}
