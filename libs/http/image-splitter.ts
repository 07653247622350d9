import type { InvalidBase64 } from './base64-image.ts';
import { ImageText } from './image-text.ts';
import { backslash, JsonStringReader, quote } from './json-string-reader.ts';

const comma = 0x2c;
const colon = 0x3a;
const openArray = 0x5b;
const closeArray = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;

/**
 * Splits a JSON document that arrives in pieces into its images and the rest: the base64 text of the wanted members of
 * the root object is decoded as it arrives and left out of the document (`{"selfie_base64":""}` remains). It assumes the
 * syntax of the rest to be valid, which `JSON.parse` of the rest then checks.
 */
export class ImageSplitter {
  /** Bytes kept so far. */
  documentLength = 0;
  readonly #wanted: ReadonlySet<string>;
  /** How many bytes of the document are expected to follow. */
  #expected: number;
  readonly #document: Buffer[] = [];
  readonly #images = new Map<string, ImageText>();
  #depth = 0;
  #rootIsObject = false;
  #afterColon = false;
  #inString = false;
  #escaped = false;
  /** Raw text of the member name being read; set only while a name of the root object is read. */
  #name: string | undefined;
  #memberName = '';
  #image: JsonStringReader | undefined;

  /**
   * @param wanted names of the root object's members that hold images
   * @param expected how many bytes to expect; only a hint
   */
  constructor(wanted: Iterable<string>, expected = 0) {
    this.#wanted = new Set(wanted);
    this.#expected = expected;
  }

  /** @throws SyntaxError when the text of an image member is not the inside of a JSON string */
  write(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) {
      if (this.#image) {
        at = this.#image.read(chunk, at);
        if (at < chunk.length) this.#image = undefined;
      } else {
        const end = this.#scan(chunk, at);
        this.#document.push(chunk.subarray(at, end));
        this.documentLength += end - at;
        at = end;
      }
    }
    this.#expected -= chunk.length;
  }

  /** The document without the text of its images, and the images by member name (the last of equal names). */
  end(): { document: Buffer; images: Map<string, Uint8Array | InvalidBase64 | ''> } {
    const images = new Map([...this.#images].map(([name, text]) => [name, text.end()]));
    return { document: Buffer.concat(this.#document), images };
  }

  /** Follows the structure up to the inside of an image or the end of `chunk`; returns that index. */
  #scan(chunk: Buffer, from: number): number {
    for (let at = from; at < chunk.length; at++) {
      const byte = chunk[at] as number;
      if (this.#inString) this.#insideString(byte);
      else if (byte === quote) {
        this.#inString = true;
        if (this.#depth !== 1 || !this.#rootIsObject) continue;
        if (!this.#afterColon) this.#name = '';
        else if (this.#wanted.has(this.#memberName)) {
          this.#openImage();
          return at + 1;
        }
      } else if (byte === openObject || byte === openArray) {
        if (this.#depth === 0) this.#rootIsObject = byte === openObject;
        this.#depth++;
      } else if (byte === closeObject || byte === closeArray) this.#depth--;
      else if (this.#depth !== 1) continue;
      else if (byte === colon) this.#afterColon = true;
      else if (byte === comma) this.#afterColon = false;
    }
    return chunk.length;
  }

  #insideString(byte: number): void {
    if (!this.#escaped && byte === quote) {
      this.#inString = false;
      if (this.#name === undefined) return;
      this.#memberName = unescapeName(this.#name);
      this.#name = undefined;
      return;
    }
    this.#escaped = !this.#escaped && byte === backslash;
    if (this.#name !== undefined) this.#name += String.fromCharCode(byte);
  }

  #openImage(): void {
    const text = new ImageText(Math.max(0, this.#expected));
    this.#images.set(this.#memberName, text);
    this.#image = new JsonStringReader((piece) => text.write(piece));
  }
}

/** Unescapes a member name; `''`, which is never wanted, if it is invalid. */
function unescapeName(raw: string): string {
  if (!raw.includes('\\')) return raw;
  try {
    return JSON.parse(`"${raw}"`);
  } catch {
    return '';
  }
}
